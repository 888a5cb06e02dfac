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
	readonly askForBackground: () => void;
	readonly settle: () => void;
	readonly flush: () => void;
	readonly repaint: () => void;
	readonly stopDrawing: () => void;
	readonly after: (delayMs: number, then: () => void) => void;
	readonly crash: () => ReportOptions;
};

const bugExitCode = 70;

const maxBorrowerEndMs = 2000;

/** 0 if the reader closed a pipe. The exit code of SIGHUP if the terminal is gone. */
const writeErrorExitCodes: Readonly<Record<string, number>> = {
	EPIPE: 0,
	ECONNRESET: 0,
	ERR_STREAM_DESTROYED: 0,
	EIO: endingSignals.SIGHUP,
	ENXIO: endingSignals.SIGHUP,
	EBADF: endingSignals.SIGHUP,
};

/**
Controls who owns the terminal: landfall, the shell, or a program that borrows it.

The terminal is restored, however landfall ends. A bug leaves a crash file and one sentence.
*/
export function createOwnership(options: OwnershipOptions) {
	const {process, stdin, keys, screen, title, flush} = options;
	let isRestored = false;
	let isEnding = false;
	let borrower: ProgramInTerminal | undefined;
	/** The exit code to end with after the borrower. Undefined if landfall goes on. */
	let codeAfterwards: number | undefined;

	// A listener keeps SIGTSTP from stopping the process, so landfall listens only while it owns the terminal.
	const ignoreStop = () => process.off('SIGTSTP', suspend);
	// The terminal stays in raw mode until the end, because it would print the reply otherwise.
	const releaseSteps = [ignoreStop, screen.close, title.restore, flush, options.settle, keys.stop];

	function take(): void {
		// Raw mode comes first: a background process stops here, before it writes to the shell's screen.
		keys.start();
		options.showTitle();
		screen.open();
		// Raw mode has begun by now. A terminal that echoes its input would print the reply.
		options.askForBackground();
		ignoreStop();
		process.on('SIGTSTP', suspend);
	}

	function handOver(): void {
		for (const step of releaseSteps) step();
	}

	function resume(): void {
		// The shell may have changed the line settings.
		keys.retake();
		take();
		// Only the foreground program learns that the window was resized. This signal makes Node read the size again.
		process.emit('SIGWINCH', 'SIGWINCH');
		options.repaint();
	}

	async function lend(start: () => ProgramInTerminal) {
		handOver();
		borrower = start();
		const ended = await borrower.ended;
		// The ctrl+c that ended the program reaches landfall, too, maybe after the program's end.
		await new Promise(resolve => setImmediate(resolve));
		borrower = undefined;
		resume();
		if (codeAfterwards !== undefined) end(codeAfterwards);
		return ended;
	}

	function onSignal(signal: NodeJS.Signals, code: number): void {
		if (!borrower) {
			end(code);
		} else if (signal !== 'SIGINT' && signal !== 'SIGQUIT') {
			// SIGINT and SIGQUIT are for the program, which gets them from the terminal itself.
			codeAfterwards ??= code;
			borrower.pass(signal);
			options.after(maxBorrowerEndMs, () => borrower?.pass('SIGKILL'));
		}
	}

	function suspend(): void {
		handOver();
		// Stops the whole process group, including npx or npm. The kernel ignores this if no shell could continue the group.
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

	function onWriteError(error: NodeJS.ErrnoException): void {
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
		[process.stdout, 'error', onWriteError],
		[process.stderr, 'error', onWriteError],
		[stdin, 'error', onLostKeyboard],
		[stdin, 'end', onLostKeyboard],
	];
	for (const [emitter, event, listener] of listeners) emitter.on(event, listener);

	return {
		take,
		suspend,
		lend,
		isLent: () => borrower !== undefined,
		restore,

		dispose() {
			for (const [emitter, event, listener] of listeners) emitter.off(event, listener);
		},
	};
}
