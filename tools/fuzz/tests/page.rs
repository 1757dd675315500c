//! docs/results/fuzz.md says how many hostile inputs there are. OPTX_BLESS=1 writes it.

use optx_fuzz::hostile;
use optx_results_page::Part;

#[test]
fn the_page_says_how_many_hostile_inputs_there_are() {
    Part::of("results/fuzz.md", "hostile").check(&hostile::counted()).unwrap();
}
