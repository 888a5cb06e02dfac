import type {Clock, LocalTime} from '../clock.ts';
import {type Frame, frameLine, parseFrame, protocolVersion} from './frame.ts';
import type {GroupIdentity} from './group-identity.ts';
import type {Link} from './meeting-place.ts';

type Options = {
	readonly identity: GroupIdentity;
	readonly clock: Clock;
	/** Returns a unique id. */
	readonly newId: () => string;
	readonly onMessage: (body: unknown, from: string) => void;
	/** A follower has joined. */
	readonly onJoin: () => void;
	/** A follower has left, hangs, or does not keep up. */
	readonly onLeave: (id: string) => void;
};

/** The links of the reader to its followers. */
export type ReaderSide = {
	readonly accept: (link: Link) => void;
	/** Sends to all followers. */
	readonly share: (body: unknown) => void;
	/** Sends a sign of life, and drops followers that give none. */
	readonly beat: () => void;
	readonly count: () => number;
	readonly close: () => void;
};

/** A follower that is silent for this long counts as hung. What it looks at must not use up the budget. */
const maxSilenceMs = 5000;

type Follower = {readonly id: string; readonly link: Link; heardAt: LocalTime; isWelcome: boolean};

export function createReaderSide({identity, clock, newId, onMessage, onJoin, onLeave}: Options): ReaderSide {
	/** In the order of joining. */
	const followers = new Set<Follower>();

	const welcomed = () => [...followers].filter(({isWelcome}) => isWelcome);

	function drop(follower: Follower) {
		if (!followers.delete(follower)) return;
		follower.link.close();
		if (follower.isWelcome) onLeave(follower.id);
	}

	function relay(line: string, except?: Follower) {
		for (const follower of welcomed()) if (follower !== except) follower.link.send(line);
	}

	/** Welcomes a follower of the same version that knows the key. */
	function greet(follower: Follower, frame: Frame, challenge: string) {
		if (
			frame.kind !== 'landfall' ||
			frame.version !== protocolVersion ||
			frame.proof !== identity.prove(`follower ${challenge}`)
		)
			return drop(follower);
		follower.isWelcome = true;
		follower.link.send(frameLine({kind: 'welcome', proof: identity.prove(`reader ${frame.challenge}`)}));
		follower.link.send(frameLine({kind: 'beat', turn: welcomed().indexOf(follower)}));
		onJoin();
	}

	function onLine(follower: Follower, line: string, challenge: string) {
		const frame = parseFrame(line);
		follower.heardAt = clock.now();
		if (!frame) return drop(follower);
		if (!follower.isWelcome) return greet(follower, frame, challenge);
		if (frame.kind === 'share') relay(line, follower);
		if (frame.kind === 'share' || frame.kind === 'tell') onMessage(frame.body, follower.id);
	}

	return {
		accept(link) {
			const follower: Follower = {id: newId(), link, heardAt: clock.now(), isWelcome: false};
			const challenge = newId();
			followers.add(follower);
			link.listen({onLine: line => onLine(follower, line, challenge), onClose: () => drop(follower)});
			link.send(frameLine({kind: 'landfall', version: protocolVersion, challenge}));
		},

		share(body) {
			// Answers are long, and most windows are alone.
			if (followers.size > 0) relay(frameLine({kind: 'share', body}));
		},

		beat() {
			const now = clock.now();
			for (const follower of followers) if (now - follower.heardAt > maxSilenceMs) drop(follower);
			for (const [turn, {link}] of welcomed().entries()) link.send(frameLine({kind: 'beat', turn}));
		},

		count: () => welcomed().length,

		close() {
			for (const {link} of followers) link.close();
			followers.clear();
		},
	};
}
