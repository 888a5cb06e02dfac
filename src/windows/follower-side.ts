import type {Clock} from '../clock.ts';
import {type Frame, frameLine, parseFrame, protocolVersion} from './frame.ts';
import type {GroupIdentity} from './group-identity.ts';
import type {Link} from './meeting-place.ts';

/** Why a follower has lost its reader, or never had it. */
export type DisconnectReason =
	/** The reader has ended or left. */
	| 'closed'
	/** It gives no sign of life. */
	| 'silent'
	/** It has another version of landfall. */
	| 'other version'
	/** It does not know the key. */
	| 'stranger';

type Options = {
	readonly identity: GroupIdentity;
	readonly clock: Clock;
	/** Returns a unique id. */
	readonly newId: () => string;
	readonly onWelcome: () => void;
	readonly onMessage: (body: unknown) => void;
	/** `turn`: how many other followers come before this one. */
	readonly onEnd: (reason: DisconnectReason, turn: number) => void;
};

/** The link of a follower to the reader. */
export type FollowerSide = {
	readonly tell: (body: unknown) => void;
	readonly share: (body: unknown) => void;
	readonly close: () => void;
};

/** How often windows give a sign of life. */
export const beatMs = 400;

/** A window that gives no sign of life for this long counts as hung. */
const maxSilenceMs = 1200;

/** How long a window may take to answer when another one connects. */
const maxGreetingMs = 800;

/** A timer that fires later than this means that this window itself was not running. */
const maxLatenessMs = 300;

export function createFollowerSide(link: Link, options: Options): FollowerSide {
	const {identity, clock, newId, onWelcome, onMessage, onEnd} = options;
	const challenge = newId();
	let isWelcome = false;
	let isOpen = true;
	let turn = 0;
	let heardAt = clock.now();
	/** When the next check is due. */
	let checkAt = heardAt + beatMs;
	let cancelTimer = () => {};

	function close() {
		isOpen = false;
		cancelTimer();
		link.close();
	}

	function end(reason: DisconnectReason) {
		if (!isOpen) return;
		close();
		onEnd(reason, turn);
	}

	/** Checks for silence at the moment when it has lasted too long, so that all followers notice it together and take turns. If this window was not running for a while, it listens again first, because signs of life may be waiting to be read. */
	function check() {
		const now = clock.now();
		if (Math.abs(now - checkAt) > maxLatenessMs) heardAt = now;
		const leftMs = heardAt + (isWelcome ? maxSilenceMs : maxGreetingMs) - now;
		if (leftMs <= 0) return end('silent');
		if (isWelcome) link.send(frameLine({kind: 'beat'}));
		const pauseMs = Math.min(beatMs, leftMs);
		checkAt = now + pauseMs;
		cancelTimer = clock.after(pauseMs, check);
	}

	function greet(frame: Frame) {
		if (frame.kind === 'landfall') {
			if (frame.version !== protocolVersion) return end('other version');
			const proof = identity.prove(`follower ${frame.challenge}`);
			return link.send(frameLine({kind: 'landfall', version: protocolVersion, challenge, proof}));
		}

		if (frame.kind !== 'welcome' || frame.proof !== identity.prove(`reader ${challenge}`)) return end('stranger');
		isWelcome = true;
		onWelcome();
	}

	function onLine(line: string) {
		const frame = parseFrame(line);
		heardAt = clock.now();
		if (!frame) return end('stranger');
		if (!isWelcome) return greet(frame);
		if (frame.kind === 'beat') turn = frame.turn ?? turn;
		if (frame.kind === 'share') onMessage(frame.body);
	}

	link.listen({onLine, onClose: () => end('closed')});
	cancelTimer = clock.after(beatMs, check);
	return {
		tell: body => link.send(frameLine({kind: 'tell', body})),
		share: body => link.send(frameLine({kind: 'share', body})),
		close,
	};
}
