"""A message bus of the tests' own, its clients, and the program that serves desktops on it."""

import os
import socket
import subprocess

import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

from service import PATIENCE, Program, await_condition

NAME = "net.hadess.SensorProxy"
PATH = "/net/hadess/SensorProxy"
COMPASS = NAME + ".Compass"

# Everyone may own and send; but nobody is told what is sent to somebody else.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>{address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""


class PrivateBus:
    """A dbus-daemon."""

    def __init__(self, directory):
        self.address = f"unix:path={directory / 'bus'}"
        self.configuration = directory / "bus.conf"
        self.configuration.write_text(CONFIGURATION.format(address=self.address))
        self.socket = directory / "bus"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self.configuration}", "--nofork", "--nopidfile"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_condition(self.listens, "the bus listens")

    def listens(self):
        # The file is there a little before anybody listens.
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self.socket)) == 0

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.socket.unlink(missing_ok=True)

    def has(self, name):
        """Whether somebody owns a name."""
        client = BusClient(self)
        try:
            return client.call("NameHasOwner", GLib.Variant("(s)", (name,)), destination="org.freedesktop.DBus",
                               path="/org/freedesktop/DBus", interface="org.freedesktop.DBus")[0]
        finally:
            client.close()


class BusClient:
    """A client that notes the changes it is told."""

    def __init__(self, bus):
        self.connection = Gio.DBusConnection.new_for_address_sync(
            bus.address,
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.connection.set_exit_on_close(False)
        self.changes = []
        self.connection.signal_subscribe(
            None, "org.freedesktop.DBus.Properties", "PropertiesChanged", PATH, None, Gio.DBusSignalFlags.NONE,
            lambda _c, _s, _p, _i, _m, arguments: self.changes.append(arguments.unpack()[1]))

    def call(self, member, arguments=None, destination=NAME, path=PATH, interface=NAME):
        return self.connection.call_sync(
            destination, path, interface, member, arguments, None, Gio.DBusCallFlags.NONE, int(PATIENCE * 1000), None
        ).unpack()

    def claim(self, sensor="Accelerometer"):
        self.call("Claim" + sensor)
        return self

    def release(self, sensor="Accelerometer"):
        self.call("Release" + sensor)

    def all(self, interface=NAME, path=PATH):
        return self.call("GetAll", GLib.Variant("(s)", (interface,)), path=path,
                         interface="org.freedesktop.DBus.Properties")[0]

    def get(self, name):
        return self.all()[name]

    def heard(self):
        """The changes so far."""
        context = GLib.MainContext.default()
        while context.iteration(False):
            pass
        return self.changes

    def told(self, **properties):
        """Waits until a change says so, and forgets all before it."""
        def matching():
            for index, change in enumerate(self.heard()):
                if all(change.get(key) == value for key, value in properties.items()):
                    del self.changes[:index + 1]
                    return change
            return None
        return await_condition(matching, f"{properties} is told; heard {self.changes}")

    def close(self):
        if not self.connection.is_closed():
            self.connection.close_sync(None)


class Bridge(Program):
    """One orientation-sensorproxy."""

    def __init__(self, bus, socket, bed, log_path, name=None, **environment):
        self.bus = bus
        super().__init__(
            ["orientation-sensorproxy", "--bus", name or bus.address, "--socket", socket, "--verbose"], log_path, bed,
            RUNTIME_DIRECTORY=str(log_path.parent), **environment)

    def start(self):
        self.launch()
        await_condition(self.serves, "the program owns its name")
        return self

    def serves(self):
        self.assert_runs()
        return self.bus.has(NAME)

    def goes_on_for(self, seconds):
        """Lets time pass, where what is to be seen is that nothing happens."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        self.assert_runs()

    def switches(self):
        """How often its threads were woken."""
        total = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/status") as status:
                total += sum(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt"))
        return total
