/** What landfall tells the shell when it ends, the same for every command. */
export const exitCodes = {
	/** Done; or what was followed concluded good. */
	done: 0,
	/** It concluded not good, or the service refused the request. */
	notGood: 1,
	/** The command line, the settings or the machine do not fit. */
	usage: 2,
	keyRefused: 3,
	notFound: 4,
	/** The service could not be reached for too long. */
	unreachable: 5,
	/** The service answered something that could not be used. */
	unusable: 6,
	/** A write went out and nobody could find out what became of it. */
	unknownOutcome: 7,
	/** The service asked to slow down for too long. */
	busy: 8,
	/** Still running when the time given for it ran out. */
	stillRunning: 9,
	/** It concluded with a word that nobody has classified. */
	unknownConclusion: 10,
	/** landfall itself is at fault. */
	bug: 70,
	hungUp: 129,
	interrupted: 130,
	terminated: 143,
} as const;
