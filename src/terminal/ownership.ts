import {bugSentence, type ReportOptions} from './crash-file.ts';
import {endingSignals} from './screen-modes.ts';

export type OwnershipOptions = {
	readonly process: NodeJS.Process;
	/** The process's own streams, not stand-ins. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly keys: {readonly start: () => void; readonly stop: () => void; readonly retake: () => void};
	readonly screen: {readonly open: () => void; readonly close: () => void};
	readonly title: {readonly restore: () => void};
	/** Sets the current title again. */
	readonly showTitle: () => void;
	/** Asks for the colour behind the text. The reply arrives as input. */
	readonly askForBackground: () => void;
	/** Writes buffered output. */
	readonly flush: () => void;
	/** Redraws the whole screen. */
	readonly repaint: () => void;
	/** Stops what draws. Called before the terminal is restored for good. */
	readonly stopDrawing: () => void;
	/** Returns what a crash file says besides the bug, and where it is written. */
	readonly crash: () => ReportOptions;
};

/** Controls who owns the terminal: landfall, or temporarily the shell or an editor. */
export type Ownership = {
	/** Takes over the terminal. */
	readonly take: () => void;
	/** Releases the terminal to another program until `resume`. */
	readonly handOver: () => void;
	/** Takes the terminal back and redraws everything. */
	readonly resume: () => void;
	/** Stops landfall's process group until the shell continues it. */
	readonly suspend: () => void;
	/** Restores the terminal for good. Idempotent. */
	readonly restore: () => void;
	/** Ends the program because of a bug, like an uncaught exception. */
	readonly endWithBug: (thrown: unknown) => void;
	/** Handles a write error: ends the program if its reader is gone, otherwise throws. */
	readonly lose: (error: NodeJS.ErrnoException) => void;
	/** Stops listening. The terminal stays as it is. */
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

/** Takes, releases and resumes the terminal, each with its steps in the required order. Restores it however the program ends, and reports a bug as a crash file and one sentence. */
export function createOwnership(options: OwnershipOptions): Ownership {
	const {process, stdin, stdout, stderr, keys, screen, title, flush} = options;
	let isRestored = false;
	let isEnding = false;

	// Listening to SIGTSTP prevents the stop, so landfall listens only while it owns the terminal.
	const ignoreStop = () => process.off('SIGTSTP', suspend);
	const releaseSteps = [ignoreStop, keys.stop, screen.close, title.restore, flush];

	function take() {
		// Must come first: a background process stops here, before it writes to the shell's screen.
		keys.start();
		options.showTitle();
		screen.open();
		// Only now: while the terminal echoes its input, it would print the reply.
		options.askForBackground();
		ignoreStop();
		process.on('SIGTSTP', suspend);
	}

	function handOver() {
		for (const step of releaseSteps) step();
	}

	function resume() {
		// The shell may have changed the line settings in the meantime.
		keys.retake();
		take();
		// The kernel tells only the program in the foreground that the window was resized. Node reads the size again on this signal.
		process.emit('SIGWINCH', 'SIGWINCH');
		options.repaint();
	}

	function suspend() {
		handOver();
		// Stops the whole group, so that npx or npm stop as well. The kernel ignores this if there is no shell to continue it.
		process.kill(0, 'SIGTSTP');
		resume();
	}

	const attempt = (step: () => void) => {
		try {
			step();
		} catch {
			// The remaining steps must still run.
		}
	};

	function restore() {
		if (isRestored) return;
		isRestored = true;
		for (const step of [options.stopDrawing, ...releaseSteps]) attempt(step);
		attempt(() => stdin.isTTY && stdin.setRawMode(false));
	}

	function end(code: number) {
		isEnding = true;
		restore();
		process.exit(code);
	}

	function endWithBug(thrown: unknown) {
		if (isEnding) process.exit(bugExitCode);
		isEnding = true;
		restore();
		attempt(() => stderr.write(bugSentence(thrown, options.crash())));
		process.exit(bugExitCode);
	}

	function lose(error: NodeJS.ErrnoException) {
		if (isEnding) return;
		const code = exitCodes[error.code ?? ''];
		if (code === undefined) throw error;
		end(code);
	}

	const onLostKeyboard = () => {
		if (!isEnding) end(endingSignals.SIGHUP);
	};

	const listeners: readonly Listener[] = [
		...Object.entries(endingSignals).map(([signal, code]) => [process, signal, () => end(code)] as const),
		[process, 'SIGCONT', resume],
		[process, 'uncaughtException', endWithBug],
		[process, 'exit', restore],
		[stdout, 'error', lose],
		[stderr, 'error', lose],
		[stdin, 'error', onLostKeyboard],
		[stdin, 'end', onLostKeyboard],
	];
	for (const [emitter, event, listener] of listeners) emitter.on(event, listener);

	return {
		take,
		handOver,
		resume,
		suspend,
		restore,
		endWithBug,
		lose,

		dispose() {
			for (const [emitter, event, listener] of listeners) emitter.off(event, listener);
		},
	};
}
