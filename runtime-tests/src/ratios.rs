//! Means of ratios.

/// The geometric mean of positive numbers; None of none.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logs: Vec<f64> = values.into_iter().map(f64::ln).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::geometric_mean;

    #[test]
    fn means_of_ratios() {
        assert_eq!(geometric_mean([]), None);
        let mean = geometric_mean([0.5, 2.0, 1.0]).expect("a mean");
        assert!((mean - 1.0).abs() < 1e-12);
    }
}
