/// `orientationctl hwdb`: udev's hardware database, which gives sensors their mount matrices.
enum Hwdb {
    private static let help = """
        Usage: orientationctl hwdb entry [OPTION...]
               orientationctl hwdb lint FILE...

        udev's hardware database gives a sensor its mount matrix, by what the sensor hangs on
        and what the machine is called.

          entry  writes an entry for this machine, and proves that udev finds it
          lint   finds mistakes in a file of entries

          --help after either prints its own help

        Example: orientationctl hwdb lint /etc/udev/hwdb.d/61-sensor-local.hwdb

        """

    /// Runs one of the commands.
    ///
    /// - Returns: The exit status of the program.
    static func main(_ list: [String]) -> Int32 {
        switch list.first {
        case "entry": return HwdbEntry.main(Array(list.dropFirst()))
        case "lint": return HwdbLint.main(Array(list.dropFirst()))
        case "--help", "-h":
            Output.text(help)
            return ExitStatus.success.rawValue
        default:
            Output.error("orientationctl hwdb: say entry or lint; see orientationctl hwdb --help")
            return ExitStatus.usage.rawValue
        }
    }
}
