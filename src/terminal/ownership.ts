type OwnershipParts = {
	readonly process: NodeJS.Process;
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
	/** Restore the terminal, in this order. */
	readonly restoreSteps: ReadonlyArray<() => void>;
};

/** Takes, releases and resumes the terminal, each with its steps in the required order. */
export function createOwnership(parts: OwnershipParts): Ownership {
	const {process, keys, screen, title, showTitle, askForBackground, flush, repaint} = parts;

	// Listening to SIGTSTP prevents the stop, so landfall listens only while it owns the terminal.
	const ignoreStop = () => process.off('SIGTSTP', suspend);
	const restoreSteps = [ignoreStop, keys.stop, screen.close, title.restore, flush];

	function take() {
		// Must come first: a background process stops here, before it writes to the shell's screen.
		keys.start();
		showTitle();
		screen.open();
		// Only now: while the terminal echoes its input, it would print the reply.
		askForBackground();
		ignoreStop();
		process.on('SIGTSTP', suspend);
	}

	function handOver() {
		for (const step of restoreSteps) step();
	}

	function resume() {
		// The shell may have changed the line settings in the meantime.
		keys.retake();
		take();
		// The kernel tells only the program in the foreground that the window was resized. Node reads the size again on this signal.
		process.emit('SIGWINCH', 'SIGWINCH');
		repaint();
	}

	function suspend() {
		handOver();
		// Stops the whole group, so that npx or npm stop as well. The kernel ignores this if there is no shell to continue it.
		process.kill(0, 'SIGTSTP');
		resume();
	}

	return {take, handOver, resume, suspend, restoreSteps};
}
