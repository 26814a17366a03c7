/// Which of the rates that a sensor offers suits best.
enum SamplingFrequency {
    /// The rates as `sampling_frequency_available` lists them.
    ///
    /// Either values with blanks between them, or a range `[minimum step maximum]`
    /// (`Documentation/ABI/testing/sysfs-bus-iio`).
    enum Available: Equatable {
        case list([Double])
        case range(minimum: Double, step: Double, maximum: Double)

        /// Nothing if no rate above 0 can be read from the text.
        init?(_ text: String) {
            let numbers = text.split { " []\t\n".contains($0) }.compactMap { Double($0) }.filter(\.isFinite)
            if text.contains("[") {
                guard numbers.count == 3, numbers[0] >= 0, numbers[1] > 0, numbers[2] >= numbers[0],
                    numbers[2] > 0
                else { return nil }
                self = .range(minimum: numbers[0], step: numbers[1], maximum: numbers[2])
            } else {
                let rates = numbers.filter { $0 > 0 }
                if rates.isEmpty { return nil }
                self = .list(rates.sorted())
            }
        }

        /// The lowest rate that is not below the target, else the highest that there is.
        func nearest(notBelow target: Double) -> Double {
            switch self {
            case .list(let rates): return rates.first { $0 >= target } ?? rates[rates.count - 1]
            case .range(let minimum, let step, let maximum):
                let steps = max(0, ((target - minimum) / step).rounded(.up))
                return min(maximum, minimum + steps * step)
            }
        }
    }

    /// The rate to ask for, or nothing if the present one is as good.
    ///
    /// - Parameters:
    ///   - target: The lowest rate that will do, in Hz.
    ///   - current: The present one; 0 or nothing where the sensor does not say.
    ///   - available: The text of the list, if there is one.
    static func choice(target: Double, current: Double?, available: String?) -> Double? {
        let wanted = available.flatMap(Available.init)?.nearest(notBelow: target) ?? target
        if let current, abs(current - wanted) <= 0.001 * wanted { return nil }
        return wanted
    }

    /// The form in which the kernel takes it: at most six decimals, no exponent.
    static func text(_ frequency: Double) -> String {
        let millionths = Int((frequency * 1_000_000).rounded())
        let (whole, part) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
        return part == 0 ? "\(whole)" : "\(whole)." + String(1_000_000 + part).dropFirst()
    }
}
