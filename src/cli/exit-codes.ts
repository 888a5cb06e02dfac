/** The exit codes, the same for every command. */
export const exitCodes = {
	/** Success; a followed deployment succeeded. */
	done: 0,
	/** A followed deployment did not succeed, or the service rejected the request. */
	notGood: 1,
	/** Wrong command line, settings or environment. */
	usage: 2,
	keyRefused: 3,
	notFound: 4,
	/** The service could not be reached. */
	unreachable: 5,
	/** The service sent an unusable response. */
	unusable: 6,
	/** A write was sent and its outcome is unknown. */
	unknownOutcome: 7,
	/** The service asked to slow down for too long. */
	busy: 8,
	/** Still running at the timeout. */
	stillRunning: 9,
	/** Concluded with an unclassified word. */
	unknownConclusion: 10,
	/** A bug in landfall. */
	bug: 70,
	hungUp: 129,
	interrupted: 130,
	terminated: 143,
} as const;

/** The signals that end a command without screens, with its exit codes. */
export const endingSignals = {
	SIGINT: exitCodes.interrupted,
	SIGTERM: exitCodes.terminated,
	SIGHUP: exitCodes.hungUp,
} as const;
