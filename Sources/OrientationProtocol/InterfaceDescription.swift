/// The interface `org.orientationd`, which is the contract with every client.
public enum OrientationInterface {
    /// Its name.
    public static let name = "org.orientationd"

    /// Its text, as the service hands it out. The same as `org.orientationd.varlink` beside this file,
    /// byte for byte.
    public static let description = """
        # Device and interface orientation of this machine, read from its accelerometer.
        #
        # Install this file as org.orientationd.varlink; the daemon serves the same text,
        # byte for byte, from org.varlink.service.GetInterfaceDescription().
        #
        # Most clients need one method: call Subscribe() with the 'more' flag and redraw on
        # every reply. Each reply carries the complete current state, so a client never has to
        # merge anything and never misses the state it should be in, however slowly it reads.
        #
        # Units and conventions, here and in every later version of this interface:
        #   - Timestamps are microseconds of CLOCK_BOOTTIME.
        #   - Accelerations are metres per second squared, specific force: a device at rest
        #     reads +9.8 on the axis that points away from the ground.
        #   - Device frame, right handed, seen from the front with the casing held as portrait,
        #     whatever way its panel is built: x to the right edge, y to the top edge, z out of
        #     the display towards the user.
        #   - A field that does not apply is left out. No reply contains null, NaN or infinity.
        #   - A message is at most 65536 bytes long, either way, without the final NUL byte.
        #   - Fields may be added to replies, so clients skip fields they do not know. None is
        #     removed or renamed. The enums that State uses are complete: a new value would come
        #     with a new interface name. The enums of Sensor may grow.
        interface org.orientationd

        # How the device is held. Landscape names say where the portrait top edge points:
        # in 'landscapeLeft' it points to the left, as seen from the front (the home button, on
        # the bottom edge, is then on the right). 'faceUp' and 'faceDown' mean the display is
        # close to level. 'unknown' means that no usable measurement has come
        # yet, or none lately.
        type DeviceOrientation (
          unknown,
          portrait,
          portraitUpsideDown,
          landscapeLeft,
          landscapeRight,
          faceUp,
          faceDown
        )

        # How a user interface is drawn. The landscape names are crosswise to those of the device,
        # as in UIKit: a device held in 'landscapeLeft' shows an interface in 'landscapeRight',
        # and the other way round; the portrait names are the same. Never 'unknown': the
        # resolver always decides.
        type InterfaceOrientation (
          portrait,
          portraitUpsideDown,
          landscapeLeft,
          landscapeRight
        )

        # Whether 'deviceOrientation' can be believed right now.
        #   idle       nobody subscribes, so the sensor is off and the state is an old one
        #   starting   the sensor is being powered up, no usable measurement so far
        #   ready      measurements arrive
        #   degraded   measurements arrive, but some are unusable, or by a fall-back; see ListSensors()
        #   stalled    the sensor is enabled and says nothing, or only zeros
        #   suspended  the machine has just woken up, no measurement since
        #   absent     there is no usable accelerometer; one may still be plugged in
        #   failed     there is a sensor, but it cannot be read; see ListSensors()
        type SensorStatus (idle, starting, ready, degraded, stalled, suspended, absent, failed)

        # The rotation lock. There is one for the machine, not one for each client.
        type RotationLock (
          # Whether the lock is set.
          locked: bool,
          # The interface orientation it holds. Left out while the lock is not set.
          orientation: ?InterfaceOrientation
        )

        # Which rules a client's policy follows.
        #   modern   the root or the topmost full-screen modal is asked; its answer is intersected
        #            with what the device (and the session) supports
        #   legacy   each visible leaf is asked for itself, with its own set, limited by the
        #            session mask alone; a leaf that says nothing shows portrait only
        type PolicyDialect (modern, legacy)

        # One controller of the client's interface. A 'view' answers for itself. A 'navigation' or
        # 'tab' controller answers for itself too, unless it 'forwards': then its top child, or its
        # selected tab, answers in its place.
        type Controller (
          # Name of the controller, unique within the policy. For error messages.
          id: ?string,
          # Default: view.
          kind: ?(view, navigation, tab),
          # The orientations that it can show. Default: what the kind of device suggests (a pad:
          # all; a phone: all but portraitUpsideDown).
          supported: ?[]InterfaceOrientation,
          # Whether it turns with the device at all. Default: true.
          autorotates: ?bool,
          # How it wants to be first shown when it is presented full screen. Must be supported.
          preferred: ?InterfaceOrientation,
          # What it answers in the legacy dialect. Default: portrait.
          legacySupported: ?[]InterfaceOrientation,
          # The stack of a navigation controller, the last one on top; the tabs of a tab controller.
          children: ?[]Controller,
          # Which tab is selected, counted from 0. Default: 0.
          selected: ?int,
          # Whether the top child or selected tab is asked instead. Default: false.
          forwards: ?bool
        )

        # A controller that is shown above the others.
        type Modal (
          controller: Controller,
          # Only a full-screen modal is asked for its orientations. Default: true.
          fullScreen: ?bool
        )

        # What the client's application can show, in order: at launch, with the device flat, the
        # first is taken. A list for the kind of device replaces 'supported', even if it is empty.
        # 'mask' replaces all three and may be wider. None goes beyond what the machine offers.
        type Application (
          supported: ?[]InterfaceOrientation,
          supportedPad: ?[]InterfaceOrientation,
          supportedPhone: ?[]InterfaceOrientation,
          mask: ?[]InterfaceOrientation
        )

        # What a client can show. Belongs to one subscription (or one GetState() call) and to no
        # other client. Without a root nothing of the client is asked, and modals are
        # InvalidParameter: the device decides.
        type Policy (
          # Default: modern.
          dialect: ?PolicyDialect,
          application: ?Application,
          root: ?Controller,
          modals: ?[]Modal
        )

        # Why a state differs from the one before. A change of sensorStatus or sensor alone is
        # 'device', without 'turned'. A client animates
        # 'device', 'policy', 'session', 'configuration', 'lock' and 'posture'; 'launch', 'present'
        # and 'dismiss' are shown as they are.
        type Cause (launch, device, policy, present, dismiss, session, configuration, lock, posture)

        # Everything a client needs for showing its interface the right way up.
        type State (
          # Number of this state in this subscription, from 1. Grows by one for each state. A step
          # of more than one means that states in between were replaced before this client read
          # them; nothing has to be fetched. GetState() answers 0.
          sequence: int,
          # When the state came about, in microseconds of CLOCK_BOOTTIME.
          timestamp: int,
          # Whether the sensor behind this state works.
          sensorStatus: SensorStatus,
          # The 'id' of the sensor in use. Left out if there is none.
          sensor: ?string,
          # How the device is held, after hysteresis. Ignores policy and rotation lock.
          deviceOrientation: DeviceOrientation,
          # How to draw the interface, by the policy of this subscription and the rotation lock.
          interfaceOrientation: InterfaceOrientation,
          # Whether the policy allows it. False while nothing is left: the policy allows none and
          # does not turn with the device, or the session mask or the configuration left it none.
          # The last one is kept, and the client recovers by itself.
          supported: bool,
          # What could be shown now, best first.
          allowed: []InterfaceOrientation,
          # The kind of device, by which default and per-kind lists are chosen.
          kind: (pad, phone),
          # Why it differs from the one this client read before; of several reasons the last that
          # is animated.
          cause: Cause,
          # Degrees by which the drawn content turned on the panel, clockwise positive, since the
          # state this client read before: old rotation - new rotation, brought into (-180, 180].
          # Portrait to landscapeRight is 90. Left out if it did not turn, or not visibly so.
          turned: ?int,
          # The same answer for a compositor: degrees by which the device is turned clockwise,
          # seen from the front, away from the orientation its panel was built for, to suit
          # 'interfaceOrientation'. One of 0, 90, 180, 270. Content is drawn rotated by as many
          # degrees counter-clockwise: wl_output.transform is rotation / 90. Use this rather
          # than the name on machines whose panel is a landscape one by nature.
          rotation: int,
          # The rotation lock as it stands.
          rotationLock: RotationLock
        )

        # Where in the machine a sensor sits. 'display' is preferred, 'unknown' is used if there is
        # none, the others only when they are pinned.
        type SensorLocation (display, base, camera, unknown)

        # How samples of a sensor are read: by hardware interrupt through the IIO buffer, by
        # software trigger through the IIO buffer, by polling sysfs, over the network from iiod, or
        # from a recorded file.
        type SensorTransport (bufferHardware, bufferSoftware, sysfs, network, recording)

        # A place where a mount matrix was looked for, and what was found there.
        type MatrixSource (
          source: (configuration, udev, kernel, none),
          # The text as found. Left out if there was none.
          value: ?string,
          # Whether this source is the one in force. True for exactly one.
          inForce: bool,
          # Why it is not used although it is there, or what is odd about it.
          problem: ?string
        )

        # One accelerometer, usable or not.
        type Sensor (
          # Name of the sensor, stable as long as the hardware stays where it is: its path in
          # /sys/devices without the changing iio:deviceN at the end; 'ip:HOST/NAME' or
          # 'recording:FILE' otherwise.
          id: string,
          # The kernel's name for the sensor, for example 'bmi160_accel'.
          name: string,
          # The device in sysfs at present, for example '/sys/bus/iio/devices/iio:device0'.
          # Left out for recordings and remote sensors.
          devicePath: ?string,
          # Where the sensor sits.
          location: SensorLocation,
          # How it is read, or would be read if it were in use.
          transport: SensorTransport,
          # Whether it is the one that State is made of.
          selected: bool,
          # Whether it is powered and delivering samples for some client.
          active: bool,
          # Metres per second squared for each raw step, one number for each axis x, y, z.
          scale: []float,
          # Raw steps added before scaling, one number for each axis x, y, z.
          offset: []float,
          # What the daemon multiplies scaled sensor axes by to get the device frame, row by row,
          # nine numbers (not the text of a source).
          mountMatrix: []float,
          # Every place that was looked into, in the order of precedence.
          matrixSources: []MatrixSource,
          # Whether samples are stamped by the kernel or on arrival.
          timestampSource: (kernel, arrival),
          # Samples each second that the sensor is asked for. Left out while it is not active.
          samplingFrequency: ?float,
          # How many reads failed, and the last failure, since the daemon started.
          errorCount: int,
          lastError: ?string,
          # How many measurements were all zero, above 2 g or below 0.3 g. Only the all-zero ones
          # are left out.
          outOfRange: int,
          # Why the sensor cannot be used, in English, for people. Left out if it can be.
          problem: ?string,
          # What a person who sets this machine up should know of it, in English.
          notes: []string
        )

        # One measurement.
        type Sample (
          # When it was taken, in microseconds of CLOCK_BOOTTIME; see 'timestampSource' of the
          # sensor.
          timestamp: int,
          # The numbers of the sensor, in steps, on the axes of the sensor: x, y, z.
          raw: []int,
          # The same in metres per second squared in the device frame: x, y, z.
          acceleration: []float,
          # What this sample alone looks like, before hysteresis.
          candidate: DeviceOrientation
        )

        # The current state, at once: this method neither waits for hardware nor powers it. While
        # nobody subscribes the answer is an old one, marked 'idle'. For a fresh measurement read
        # Subscribe() until 'sensorStatus' is 'ready'.
        method GetState(policy: ?Policy) -> (state: State)

        # Follow the state. The first reply is sent at once and holds the complete current
        # state; another follows after every change of any of its fields other than 'sequence'
        # and 'timestamp'. Holds the sensor powered until the connection is closed, which is
        # the only way to end the subscription. 'subscription' names it for UpdatePolicy(); it is
        # in the first reply only, and nobody else learns it.
        #
        # The stream has no queue. A client that does not keep up gets the latest state when it
        # reads again, is never disconnected for being slow, and can tell by 'sequence'.
        #
        # The daemon never sends a last reply. If it stops, the connection ends; reconnect, with
        # a growing pause, and take the first reply as the new truth.
        #
        # From a shell: varlinkctl call -E --more ADDRESS org.orientationd.Subscribe '{}'
        # (without -E varlinkctl gives up after 45 seconds in which nothing changed).
        # [Requires 'more' flag]
        method Subscribe(policy: ?Policy) -> (state: State, subscription: ?string)

        # Replace the policy of a subscription, on a connection of its own. The interface
        # orientation is decided anew at once: it is never left in one that the new policy does not
        # allow. A policy that allows nothing is refused with EmptyIntersection and changes
        # nothing, unless the controller that is asked does not autorotate. 'presents' says that
        # the new policy shows a full-screen controller for the first time (its 'preferred' is
        # then asked), 'dismisses' that one went away; both are InvalidParameter unless another
        # controller is asked than before. Default: navigates.
        method UpdatePolicy(
          subscription: string,
          policy: Policy,
          transition: ?(navigates, presents, dismisses)
        ) -> (state: State)

        # Limit what every client may show, in place of the orientations that the configuration
        # lists, and even beyond them. It ends with the connection that set it, so that a shell that
        # crashes leaves no trace. Same permission as SetRotationLock(). The reply comes at once and
        # the connection then stays open. Without 'supported' the mask of this connection is taken
        # back; an empty list is InvalidParameter.
        method SetSessionMask(supported: ?[]InterfaceOrientation) -> ()

        # Set or clear the rotation lock for the machine. Setting it without an orientation
        # locks the interface orientation that the default policy has at this moment; clearing it
        # takes no orientation. The lock outlives this connection. Allowed for root, for members
        # of the group 'orientation' and for the user whose session is active on seat0; others get
        # org.varlink.service.PermissionDenied.
        method SetRotationLock(
          locked: bool,
          orientation: ?InterfaceOrientation
        ) -> (rotationLock: RotationLock)

        # All accelerometers, also those that are not used and why. Powers none of them.
        method ListSensors() -> (
          sensors: []Sensor,
          # The way up that the casing was built for.
          naturalOrientation: InterfaceOrientation,
          # How the panel is mounted in the casing: 0, 90, 180 or 270 degrees.
          panelOrientation: int,
          # Where these two are from, in English, for people.
          orientationReason: string
        )

        # Raw measurements of one sensor, for bringing up hardware; nothing that rotates a
        # screen needs this. The first reply describes the sensor and has no samples. Samples
        # come several to a reply. Fine enough measurements betray what a user types, so this
        # is for root and members of the group 'orientation' alone; others get
        # org.varlink.service.PermissionDenied.
        #
        # This stream is lossy: a client that does not keep up loses the oldest samples, is told
        # how many in 'dropped', and is disconnected after ten seconds without reading.
        # [Requires 'more' flag]
        method StreamSamples(
          # The 'id' of the sensor. Default: the selected one.
          sensor: ?string,
          # Upper bound on samples each second: samples are left out, evenly, to keep it. Never
          # changes how fast the hardware runs for others. Default: every sample.
          maximumRate: ?float
        ) -> (
          # The sensor as it is while streaming. In the first reply, and again if it changes.
          sensor: ?Sensor,
          # Samples since the previous reply, oldest first, at most 64.
          samples: []Sample,
          # How many samples were lost between the previous reply and this one.
          dropped: int,
          # The device orientation after hysteresis, as of the last of these samples. Left out
          # if the sensor is not the selected one.
          deviceOrientation: ?DeviceOrientation
        )

        # No orientation is left that the configuration and the policy both allow (the session
        # mask is not counted). 'controller' is the one
        # that was asked. The policy before stays in force.
        error EmptyIntersection(
          controller: ?string,
          application: []InterfaceOrientation,
          supported: []InterfaceOrientation
        )

        # The legacy controller that is visible shows no orientation at all.
        error LegacyPredicateRejectsAll(controller: ?string)

        # The preferred orientation is not among the supported ones.
        error PreferredNotSupported(controller: ?string, field: string)

        # There is no such subscription, or it belongs to another user.
        error NoSuchSubscription(subscription: string)

        # There is no sensor of that name, or none at all if no name was given.
        error NoSuchSensor(sensor: ?string)

        # The sensor exists but cannot be read: it is in use by another program, for example.
        # 'errnoName' is a name of errno(3) such as 'EBUSY'; 'message' is for people.
        error SensorUnavailable(sensor: string, errnoName: string, message: string)

        # Too many sample streams are open. 'limit' is how many there may be.
        error TooManyStreams(limit: int)

        """
}
