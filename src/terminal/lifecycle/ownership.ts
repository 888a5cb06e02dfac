type OwnershipParts = {
	readonly process: NodeJS.Process;
	readonly keys: {readonly start: () => void; readonly stop: () => void; readonly retake: () => void};
	readonly screen: {readonly open: () => void; readonly close: () => void};
	readonly title: {readonly restore: () => void};
	/** Sets the title to what it is now. */
	readonly showTitle: () => void;
	/** Writes out what is still buffered. */
	readonly settle: () => void;
	/** Paints the whole screen again. */
	readonly repaint: () => void;
};

/** Who has the terminal: landfall, or the shell or an editor for a while. */
export type Ownership = {
	/** Takes the terminal for landfall. */
	readonly take: () => void;
	/** Gives the terminal to another program until `resume`. */
	readonly handOver: () => void;
	/** Takes it back and paints everything again. */
	readonly resume: () => void;
	/** Stops landfall's process group until the shell continues it. */
	readonly suspend: () => void;
	/** What puts the terminal back as it was, in this order. */
	readonly giveBackSteps: ReadonlyArray<() => void>;
};

/** Takes the terminal, hands it to other programs and gets it back, all in the one order that works. */
export function createOwnership(parts: OwnershipParts): Ownership {
	const {process, keys, screen, title, showTitle, settle, repaint} = parts;

	// A stop requested by another process is handled only while landfall has the terminal: handling it prevents it.
	const ignoreStop = () => process.off('SIGTSTP', suspend);
	const giveBackSteps = [ignoreStop, keys.stop, screen.close, title.restore, settle];

	function take() {
		// First: a process in the background stops here, before it writes to the shell's screen.
		keys.start();
		showTitle();
		screen.open();
		ignoreStop();
		process.on('SIGTSTP', suspend);
	}

	function handOver() {
		for (const step of giveBackSteps) step();
	}

	function resume() {
		// The shell may have changed the line settings in the meantime.
		keys.retake();
		take();
		repaint();
	}

	function suspend() {
		handOver();
		// The whole group, so that npx or npm stop as well. Without a shell that could continue it, the kernel ignores this.
		process.kill(0, 'SIGTSTP');
		resume();
	}

	return {take, handOver, resume, suspend, giveBackSteps};
}
