import {bugSentence, type ReportOptions} from './crash-file.ts';
import type {ProgramInTerminal} from './programs.ts';
import {endingSignals} from './screen-modes.ts';

export type OwnershipOptions = {
	readonly process: NodeJS.Process;
	readonly stdin: NodeJS.ReadStream;
	readonly keys: {readonly start: () => void; readonly stop: () => void; readonly retake: () => void};
	readonly screen: {readonly open: () => void; readonly close: () => void};
	readonly title: {readonly restore: () => void};
	readonly showTitle: () => void;
	/** Asks for the colour behind the text. The reply arrives as input. */
	readonly askForBackground: () => void;
	/** Waits for that reply, if it is outstanding, and drops it. */
	readonly settle: () => void;
	readonly flush: () => void;
	readonly repaint: () => void;
	/** Stops what draws. Called before the terminal is restored for good. */
	readonly stopDrawing: () => void;
	/** Runs `then` after a delay, like `Clock.after`. */
	readonly after: (delayMs: number, then: () => void) => void;
	/** Returns what a crash file says besides the bug, and where it is written. */
	readonly crash: () => ReportOptions;
};

const bugExitCode = 70;

/** How long a program that has the terminal may take to end after a signal. */
const maxEndMs = 2000;

/** Exit codes by write error: 0 if the reader closed a pipe, SIGHUP's if the terminal is gone. */
const writeErrorExitCodes: Readonly<Record<string, number>> = {
	EPIPE: 0,
	ECONNRESET: 0,
	ERR_STREAM_DESTROYED: 0,
	EIO: endingSignals.SIGHUP,
	ENXIO: endingSignals.SIGHUP,
	EBADF: endingSignals.SIGHUP,
};

/**
Controls who owns the terminal: landfall, or temporarily the shell. Each change takes its steps in the required order.

Restores the terminal however the program ends, and reports a bug as a crash file and one sentence.
*/
export function createOwnership(options: OwnershipOptions) {
	const {process, stdin, keys, screen, title, flush} = options;
	let isRestored = false;
	let isEnding = false;
	/** What has the terminal meanwhile. */
	let borrower: ProgramInTerminal | undefined;
	/** The exit code once that has ended. Undefined if landfall goes on. */
	let codeAfterwards: number | undefined;

	// Listening to SIGTSTP prevents the stop, so landfall listens only while it owns the terminal.
	const ignoreStop = () => process.off('SIGTSTP', suspend);
	// The terminal stays in raw mode to the end: otherwise it would print a reply.
	const releaseSteps = [ignoreStop, screen.close, title.restore, flush, options.settle, keys.stop];

	function take(): void {
		// Must come first: a background process stops here, before it writes to the shell's screen.
		keys.start();
		options.showTitle();
		screen.open();
		// Only now: while the terminal echoes its input, it would print the reply.
		options.askForBackground();
		ignoreStop();
		process.on('SIGTSTP', suspend);
	}

	function handOver(): void {
		for (const step of releaseSteps) step();
	}

	function resume(): void {
		// The shell may have changed the line settings in the meantime.
		keys.retake();
		take();
		// The kernel tells only the program in the foreground that the window was resized. Node reads the size again on this signal.
		process.emit('SIGWINCH', 'SIGWINCH');
		options.repaint();
	}

	/** Lends the terminal to a program until that has ended. Resolves to how it ended. */
	async function lend(start: () => ProgramInTerminal) {
		handOver();
		borrower = start();
		const ended = await borrower.ended;
		// A ctrl+c that has ended it reaches landfall, too, and may be noticed after that end.
		await new Promise(resolve => setImmediate(resolve));
		borrower = undefined;
		// In any case: the program may have left the terminal in any state.
		resume();
		if (codeAfterwards !== undefined) end(codeAfterwards);
		return ended;
	}

	function onSignal(signal: NodeJS.Signals, code: number): void {
		if (!borrower) {
			end(code);
		} else if (signal !== 'SIGINT' && signal !== 'SIGQUIT') {
			// Those two are for the program alone, which gets them from the terminal.
			codeAfterwards ??= code;
			borrower.pass(signal);
			options.after(maxEndMs, () => borrower?.pass('SIGKILL'));
		}
	}

	function suspend(): void {
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

	function restore(): void {
		if (isRestored) return;
		isRestored = true;
		attempt(() => borrower?.pass('SIGHUP'));
		for (const step of [options.stopDrawing, ...releaseSteps]) attempt(step);
		attempt(() => stdin.setRawMode(false));
	}

	function end(code: number): void {
		isEnding = true;
		restore();
		process.exit(code);
	}

	function endWithBug(thrown: unknown): void {
		if (isEnding) process.exit(bugExitCode);
		isEnding = true;
		restore();
		attempt(() => process.stderr.write(bugSentence(thrown, options.crash())));
		process.exit(bugExitCode);
	}

	/** Ends the program if its reader is gone. Throws any other write error. */
	function lose(error: NodeJS.ErrnoException): void {
		if (isEnding) return;
		const code = writeErrorExitCodes[error.code ?? ''];
		if (code === undefined) throw error;
		end(code);
	}

	const onLostKeyboard = () => {
		if (!isEnding) onSignal('SIGHUP', endingSignals.SIGHUP);
	};

	type Listener = Parameters<NodeJS.EventEmitter['on']>[1];
	const listeners: ReadonlyArray<readonly [NodeJS.EventEmitter, event: string, Listener]> = [
		...Object.entries(endingSignals).map(
			([signal, code]) => [process, signal, () => onSignal(signal as NodeJS.Signals, code)] as const,
		),
		[process, 'SIGCONT', () => borrower || resume()],
		[process, 'uncaughtException', endWithBug],
		[process, 'exit', restore],
		[process.stdout, 'error', lose],
		[process.stderr, 'error', lose],
		[stdin, 'error', onLostKeyboard],
		[stdin, 'end', onLostKeyboard],
	];
	for (const [emitter, event, listener] of listeners) emitter.on(event, listener);

	return {
		take,
		suspend,
		lend,
		isLent: () => borrower !== undefined,
		/** Restores the terminal for good. Idempotent. */
		restore,

		dispose() {
			for (const [emitter, event, listener] of listeners) emitter.off(event, listener);
		},
	};
}
