import {bugSentence, type ReportOptions} from './report-files.ts';
import {endingSignals} from './screen-modes.ts';

export type GuardOptions = {
	readonly process: NodeJS.Process;
	/** The process's own streams, not stand-ins. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** Undo everything that was changed about the terminal, in this order. If one throws, the others still run. */
	readonly steps: ReadonlyArray<() => void>;
	/** Called on SIGCONT: the shell may have changed the terminal in the meantime. */
	readonly onContinue?: () => void;
	/** Returns what a crash file says besides the bug, and where it is written. */
	readonly crash: () => ReportOptions;
};

export type TerminalGuard = {
	/** Restores the terminal. Idempotent. */
	readonly restore: () => void;
	/** Ends the program because of a bug, like an uncaught exception. */
	readonly end: (thrown: unknown) => void;
	/** Handles a write error: ends the program if its reader is gone, otherwise throws. */
	readonly lose: (error: NodeJS.ErrnoException) => void;
	/** Stops guarding. The terminal stays as it is. */
	readonly dispose: () => void;
};

const bugExitCode = 70;

/** Exit codes by write error: 0 if the reader closed a pipe, SIGHUP's if the terminal is gone. */
const exitCodes: Readonly<Record<string, number>> = {
	EPIPE: 0,
	ECONNRESET: 0,
	ERR_STREAM_DESTROYED: 0,
	EIO: endingSignals.SIGHUP,
	ENXIO: endingSignals.SIGHUP,
	EBADF: endingSignals.SIGHUP,
};

type Listener = readonly [
	emitter: NodeJS.EventEmitter,
	event: string,
	listener: Parameters<NodeJS.EventEmitter['on']>[1],
];

/** Restores the terminal however the program ends, and reports a bug as a crash file and one sentence. */
export function guardTerminal(options: GuardOptions): TerminalGuard {
	const {process, stdin, stdout, stderr} = options;
	let isRestored = false;
	let isEnding = false;

	const attempt = (step: () => void) => {
		try {
			step();
		} catch {
			// The remaining steps must still run.
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
		if (isEnding) process.exit(bugExitCode);
		isEnding = true;
		restore();
		attempt(() => stderr.write(bugSentence(thrown, options.crash())));
		process.exit(bugExitCode);
	};

	const onLostReader = (error: NodeJS.ErrnoException) => {
		if (isEnding) return;
		const code = exitCodes[error.code ?? ''];
		if (code === undefined) throw error;
		end(code);
	};

	const onLostKeyboard = () => {
		if (!isEnding) end(endingSignals.SIGHUP);
	};

	const onSignal = (signal: NodeJS.Signals) => end(endingSignals[signal as keyof typeof endingSignals]);
	const onContinue = () => options.onContinue?.();

	const listeners: readonly Listener[] = [
		...Object.keys(endingSignals).map(signal => [process, signal, onSignal] as const),
		[process, 'SIGCONT', onContinue],
		[process, 'uncaughtException', onBug],
		[process, 'exit', restore],
		[stdout, 'error', onLostReader],
		[stderr, 'error', onLostReader],
		[stdin, 'error', onLostKeyboard],
		[stdin, 'end', onLostKeyboard],
	];
	for (const [emitter, event, listener] of listeners) emitter.on(event, listener);

	return {
		restore,
		end: onBug,
		lose: onLostReader,

		dispose() {
			for (const [emitter, event, listener] of listeners) emitter.off(event, listener);
		},
	};
}
