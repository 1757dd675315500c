//! One HTML file that needs no network, and what is made with it.
//!
//! [`kit`] makes the file: data as JSON in which each text stands once, a script and a style sheet of ours, a policy that forbids
//! every request. What is on the screen is made when it comes there. [`report`] is its first use: the report of a test farm.
//!
//! Nothing is fetched, built or copied from elsewhere: the script is plain JavaScript, in files beside the Rust that puts them
//! together.

pub mod kit;
pub mod report;
