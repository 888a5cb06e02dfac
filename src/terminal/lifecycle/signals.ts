/**
The signals that end landfall, each with its conventional exit code (128 plus the signal number). Other signals either cannot be caught or have another meaning.

SIGUSR1 is included because Node would otherwise start a debugger for a process that holds an API key, and print to the screen.
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
