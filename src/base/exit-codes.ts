/** The exit codes, the same for every command. The help says what they mean. */
export const exitCodes = {
	done: 0,
	notGood: 1,
	usage: 2,
	keyRefused: 3,
	notFound: 4,
	unreachable: 5,
	unusable: 6,
	unknownOutcome: 7,
	busy: 8,
	stillRunning: 9,
	unknownConclusion: 10,
	bug: 70,
	hungUp: 129,
	interrupted: 130,
	terminated: 143,
} as const;
