/**
The signals that end landfall, each with the exit code by which a shell tells it from others. All others either cannot be heard, or mean something else.

SIGUSR1 is among them because Node would open a debugger on a process that holds a key, and say so on the screen.
*/
export const endingSignals = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGQUIT: 131,
	SIGABRT: 134,
	SIGUSR1: 138,
	SIGUSR2: 140,
	SIGALRM: 142,
	SIGTERM: 143,
	SIGXCPU: 152,
} as const;
