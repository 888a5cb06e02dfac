import {bugSentence, type CrashFileOptions} from './crash-file.ts';
import {endingSignals} from './signals.ts';

export type GuardOptions = {
	readonly process: NodeJS.Process;
	/** The terminal itself, not a stand-in for it. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** What takes the screens down and puts back whatever was changed about the terminal, in this order. One that fails keeps none of the others from being done. */
	readonly steps: ReadonlyArray<() => void>;
	/** Hears that the program goes on after it was stopped from outside: the shell has changed the terminal meanwhile. */
	readonly onContinue?: () => void;
	readonly crash: Omit<CrashFileOptions, 'now'> & {readonly now: () => number};
};

export type TerminalGuard = {
	/** Takes the screens down and puts the terminal back. Once is enough; more often does no harm. */
	readonly restore: () => void;
	/** Ends the program because of a bug, as one that nobody caught does. */
	readonly end: (thrown: unknown) => void;
	/** Ends the program, or reports a bug, because something could not be written. */
	readonly lose: (error: NodeJS.ErrnoException) => void;
	/** Stops guarding. The terminal stays as it is. */
	readonly dispose: () => void;
};

const bugCode = 70;

/** Nobody is there any more to read what is written: a reader that has seen enough, or a terminal that was closed. */
const lost: Readonly<Record<string, number>> = {
	EPIPE: 0,
	ECONNRESET: 0,
	ERR_STREAM_DESTROYED: 0,
	EIO: endingSignals.SIGHUP,
	ENXIO: endingSignals.SIGHUP,
	EBADF: endingSignals.SIGHUP,
};

/** Leaves the terminal as it was found, however the program ends, and turns a bug into a file and one sentence. */
export function guardTerminal(options: GuardOptions): TerminalGuard {
	const {process, stdin, stdout, stderr} = options;
	let isRestored = false;
	let isEnding = false;

	const attempt = (step: () => void) => {
		try {
			step();
		} catch {
			// The next step still counts.
		}
	};

	const restore = () => {
		if (isRestored) return;
		isRestored = true;
		for (const step of options.steps) attempt(step);
		attempt(() => stdin.isTTY && stdin.setRawMode(false));
	};

	const end = (code: number) => {
		isEnding = true;
		restore();
		process.exit(code);
	};

	const onBug = (thrown: unknown) => {
		if (isEnding) process.exit(bugCode);
		isEnding = true;
		restore();
		attempt(() => stderr.write(bugSentence(thrown, {...options.crash, now: options.crash.now()})));
		process.exit(bugCode);
	};

	const onLostReader = (error: NodeJS.ErrnoException) => {
		if (isEnding) return;
		const code = lost[error.code ?? ''];
		if (code === undefined) throw error;
		end(code);
	};

	const onLostKeyboard = () => {
		if (!isEnding) end(endingSignals.SIGHUP);
	};

	const onSignal = (signal: NodeJS.Signals) => end(endingSignals[signal as keyof typeof endingSignals]);
	const onContinue = () => options.onContinue?.();

	const signals = Object.keys(endingSignals) as ReadonlyArray<keyof typeof endingSignals>;
	for (const signal of signals) process.on(signal, onSignal);
	process.on('SIGCONT', onContinue);
	process.on('uncaughtException', onBug);
	process.on('exit', restore);
	stdout.on('error', onLostReader);
	stderr.on('error', onLostReader);
	stdin.on('error', onLostKeyboard);
	stdin.on('end', onLostKeyboard);

	return {
		restore,
		end: onBug,
		lose: onLostReader,

		dispose() {
			for (const signal of signals) process.off(signal, onSignal);
			process.off('SIGCONT', onContinue);
			process.off('uncaughtException', onBug);
			process.off('exit', restore);
			stdout.off('error', onLostReader);
			stderr.off('error', onLostReader);
			stdin.off('error', onLostKeyboard);
			stdin.off('end', onLostKeyboard);
		},
	};
}
