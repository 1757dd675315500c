//! The token stream of the text forms: parentheses, words and strings, with line numbers for errors.
//!
//! Shared by the readers of WHIRL and of the SSA form.

/// A problem in a text form, with the line where it was found (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line from 1.
    pub line: u32,
    /// Column in bytes from 1.
    pub column: u32,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else up to white space, a parenthesis, a quote or a comment.
    Word(&'a str),
    /// A string, unescaped.
    Text(String),
    /// The end of the input.
    End,
}

/// Reads tokens one after another.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
    peeked: Option<(Token<'a>, u32, u32)>,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, line: 1, line_start: 0, peeked: None }
    }

    /// An error at the place of the next token.
    pub fn error<T>(&mut self, message: impl Into<String>) -> Result<T, TextError> {
        let (line, column) = match &self.peeked {
            Some((_, line, column)) => (*line, *column),
            None => (self.line, (self.at - self.line_start) as u32 + 1),
        };
        Err(TextError { line, column, message: message.into() })
    }

    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&b) = bytes.get(self.at) {
            match b {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' | b'#' => {
                    let end = if b == b';' {
                        bytes[self.at..].iter().position(|&c| c == b'\n')
                    } else {
                        // A note for the reader inside a node: up to white space or a parenthesis.
                        bytes[self.at..]
                            .iter()
                            .position(|&c| c.is_ascii_whitespace() || c == b'(' || c == b')')
                    };
                    self.at = end.map_or(bytes.len(), |n| self.at + n);
                }
                _ => return,
            }
        }
    }

    fn lex(&mut self) -> Result<(Token<'a>, u32, u32), TextError> {
        self.skip_space();
        let (line, column) = (self.line, (self.at - self.line_start) as u32 + 1);
        let bytes = self.text.as_bytes();
        let token = match bytes.get(self.at) {
            None => Token::End,
            Some(b'(') => {
                self.at += 1;
                Token::Open
            }
            Some(b')') => {
                self.at += 1;
                Token::Close
            }
            Some(b'"') => Token::Text(self.lex_string()?),
            Some(_) => {
                let start = self.at;
                while let Some(&b) = bytes.get(self.at) {
                    if b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b'"' | b';') {
                        break;
                    }
                    self.at += 1;
                }
                Token::Word(&self.text[start..self.at])
            }
        };
        Ok((token, line, column))
    }

    fn lex_string(&mut self) -> Result<String, TextError> {
        let mut out = String::new();
        let mut chars = self.text[self.at + 1..].char_indices();
        while let Some((k, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += 1 + k + 1;
                    return Ok(out);
                }
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, 'x')) => {
                        let digits = [chars.next(), chars.next()];
                        let value = digits.iter().try_fold(0, |v, d| {
                            Some(v * 16 + d.and_then(|(_, c)| c.to_digit(16))?)
                        });
                        match value.and_then(char::from_u32) {
                            Some(c) => out.push(c),
                            None => return self.error("\\x needs two hexadecimal digits"),
                        }
                    }
                    Some((_, c @ ('"' | '\\'))) => out.push(c),
                    _ => return self.error("unknown escape in a string"),
                },
                c => out.push(c),
            }
        }
        self.error("a string without its closing quote")
    }

    /// The next token, which stays.
    pub fn peek(&mut self) -> Result<&Token<'a>, TextError> {
        if self.peeked.is_none() {
            self.peeked = Some(self.lex()?);
        }
        match &self.peeked {
            Some((token, ..)) => Ok(token),
            None => Ok(&Token::End),
        }
    }

    /// The next token.
    pub fn take(&mut self) -> Result<Token<'a>, TextError> {
        match self.peeked.take() {
            Some((token, ..)) => Ok(token),
            None => Ok(self.lex()?.0),
        }
    }

    /// Takes `(`.
    pub fn open(&mut self) -> Result<(), TextError> {
        if *self.peek()? != Token::Open {
            return self.error("expected `(`");
        }
        self.take().map(|_| ())
    }

    /// Takes `)`.
    pub fn close(&mut self) -> Result<(), TextError> {
        if *self.peek()? != Token::Close {
            return self.error("expected `)`");
        }
        self.take().map(|_| ())
    }

    /// True, and taken, where the next token is `(`.
    pub fn try_open(&mut self) -> Result<bool, TextError> {
        let is = *self.peek()? == Token::Open;
        if is {
            self.take()?;
        }
        Ok(is)
    }

    /// Takes a word.
    pub fn word(&mut self, what: &str) -> Result<&'a str, TextError> {
        if let Token::Word(w) = self.peek()? {
            let w = *w;
            self.take()?;
            return Ok(w);
        }
        self.error(format!("expected {what}"))
    }

    /// Takes the word `expected`.
    pub fn keyword(&mut self, expected: &str) -> Result<(), TextError> {
        if *self.peek()? == Token::Word(expected) {
            self.take()?;
            return Ok(());
        }
        self.error(format!("expected `{expected}`"))
    }

    /// The next word where there is one.
    pub fn try_word(&mut self) -> Result<Option<&'a str>, TextError> {
        if let Token::Word(w) = self.peek()? {
            let w = *w;
            self.take()?;
            return Ok(Some(w));
        }
        Ok(None)
    }

    /// Takes a string.
    pub fn string(&mut self, what: &str) -> Result<String, TextError> {
        if matches!(self.peek()?, Token::Text(_))
            && let Token::Text(t) = self.take()?
        {
            return Ok(t);
        }
        self.error(format!("expected {what} in quotes"))
    }

    /// Takes a word that is a number.
    pub fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, TextError> {
        if let Token::Word(w) = self.peek()?
            && let Ok(n) = w.parse()
        {
            self.take()?;
            return Ok(n);
        }
        self.error(format!("expected {what}"))
    }

    /// Takes a word made of `prefix` and a number, as `t3` or `=7`.
    pub fn prefixed<N: std::str::FromStr>(
        &mut self,
        prefix: &str,
        what: &str,
    ) -> Result<N, TextError> {
        if let Token::Word(w) = self.peek()?
            && let Some(n) = w.strip_prefix(prefix).and_then(|w| w.parse().ok())
        {
            self.take()?;
            return Ok(n);
        }
        self.error(format!("expected {what} as `{prefix}N`"))
    }
}
