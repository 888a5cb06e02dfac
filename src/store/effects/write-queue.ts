import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {Project} from '../../api/types.ts';
import {sleep, toServiceTime} from '../../clock.ts';
import type {Intent} from '../../journal/sighting.ts';
import {plain} from '../../text.ts';
import {backoffMs} from '../model/requests/backoff.ts';
import {
	type Finding,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	findNothing,
	isDecided,
	lookPausesMs,
} from '../model/writes/reconcile.ts';
import {
	parseIntent,
	refOf,
	serializeIntent,
	type Write,
	type WriteIntent,
	type WriteRef,
} from '../model/writes/write-intent.ts';
import type {EffectContext} from './effect-context.ts';
import {serviceOf} from './journal-sync.ts';

/** What became of a write: it was answered, refused, or nobody knows. */
export type WriteResult<Answer> =
	/** `settle` forgets it: once it was told, so that whoever is killed in between finds out at the next start. */
	| {readonly kind: 'done'; readonly answer: Answer; readonly settle: () => void}
	| {readonly kind: 'refused'; readonly error: ApiError}
	| {readonly kind: 'lost'};

/** So often a write that the service was too busy for is sent again. */
const maxResends = 2;

/** A person waits no longer than this for a write to be sent again; after that it is theirs to decide. */
const maxWaitMs = 60_000;

/** So many pages are looked through for a project that may have been added. */
const maxPages = 40;

/** A refused key is not tried more often than this. */
const refusedPauseMs = 60_000;

export type WriteQueue = {
	/** Sends a write, once: after all others, and after it was written down that it will be. */
	readonly send: <Answer>(
		ref: WriteRef,
		write: Write,
		call: (client: Client, signal: AbortSignal) => Promise<Answer>,
	) => Promise<WriteResult<Answer>>;
	/** Looks at the service again, to find out what became of a write. */
	readonly lookFor: (intended: WriteIntent, isAtOnce?: boolean) => Promise<void>;
	/** Takes up writes of an earlier run. */
	readonly takeUp: (intents: readonly Intent[]) => void;
	/** Forgets a write of which it is known, or was decided, what became of it. */
	readonly settle: (id: string) => void;
	/** Whether a write is under way, or has no answer. */
	readonly isBusy: () => boolean;
	readonly stop: () => void;
};

/** The only way by which anything is changed at a service. `onFound` hears of every write that was found to be done. */
export function createWriteQueue(
	{store, connections, clock, journalOf}: EffectContext,
	onFound: (intended: WriteIntent, ref: WriteRef, finding: Extract<Finding, {kind: 'confirmed'}>) => void,
): WriteQueue {
	const stopped = new AbortController();
	/** The writes that are under way: the journal knows them, and they are looked after already. */
	const underWay = new Set<string>();
	let last: Promise<unknown> = Promise.resolve();

	const settle = (id: string) => {
		journalOf(store.get().connection).settle(id);
		store.dispatch({type: 'lost-write-settled', id});
	};

	const isConnected = (connectionId: number) => store.get().connection?.id === connectionId;

	async function attempt<Answer>(
		{id, connectionId, project}: WriteRef,
		write: Write,
		call: (client: Client, signal: AbortSignal) => Promise<Answer>,
	): Promise<WriteResult<Answer>> {
		const {connection} = store.get();
		const client = connections.clientOf(connectionId);
		// It is meant for the service at which it was asked for, and for no other.
		if (connection?.id !== connectionId || !client) {
			const sentence = plain`Its service is not connected, so nothing was sent.`;
			return {kind: 'refused', error: new ApiError('E_REFUSED', sentence, {phase: 'not-sent'})};
		}

		const journal = journalOf(connection);
		for (let resends = 0; ; resends++) {
			const at = clock.now();
			const intended: WriteIntent = {id, at, serviceAt: toServiceTime(at, store.get().polling.skewMs), project, write};
			journal.intend(serviceOf(connection), {id, at, content: serializeIntent(intended)});
			try {
				const answer = await call(client, new AbortController().signal);
				return {kind: 'done', answer, settle: () => journal.settle(id)};
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				if (error.details.phase === 'maybe-executed') {
					// Its journal knows it: once its service is entered again, it is looked for.
					if (!isConnected(connectionId)) return {kind: 'lost'};
					store.dispatch({type: 'write-lost', intended, reason: error.message, at: clock.now()});
					void lookFor(intended);
					return {kind: 'lost'};
				}

				const until = Math.max(error.details.retryAt ?? 0, clock.now() + 2000 * 2 ** resends);
				const isWorthWaiting = error.kind === 'busy' && until - clock.now() <= maxWaitMs;
				journal.settle(id);
				if (!isWorthWaiting || resends >= maxResends) return {kind: 'refused', error};
				if (!isConnected(connectionId)) return {kind: 'refused', error};
				store.dispatch({type: 'write-delayed', until});
				await sleep(clock, until - clock.now(), stopped.signal);
				store.dispatch({type: 'write-delayed', until: undefined});
				if (stopped.signal.aborted || !isConnected(connectionId)) return {kind: 'refused', error};
			}
		}
	}

	/** All projects that the list gives, as far as anybody looks. */
	async function listAll(client: Client, signal: AbortSignal) {
		const projects: Project[] = [];
		let cursor: string | undefined;
		const cursors = new Set<string>();
		let isReadable = true;
		for (let pages = 0; pages < maxPages; pages++) {
			const page = await client.listProjects(cursor === undefined ? {limit: 100} : {limit: 100, cursor}, signal);
			projects.push(...page.projects);
			isReadable &&= page.unreadable === 0;
			cursor = page.nextCursor;
			if (cursor === undefined || cursors.has(cursor)) return {projects, isWhole: isReadable};
			cursors.add(cursor);
		}

		return {projects, isWhole: false};
	}

	async function look(client: Client, {write, serviceAt, project}: WriteIntent): Promise<Finding> {
		const {signal} = stopped;
		switch (write.kind) {
			case 'create': {
				const {projects, isWhole} = await listAll(client, signal);
				return findCreated(write, serviceAt, projects, isWhole);
			}

			case 'edit':
				return findEdited(write, await client.readProject(write.projectId, signal));
			case 'deploy': {
				const list = await client.listDeployments(write.projectId, {limit: 100}, signal);
				return findDeployed(write, list, store.get().deployments.order);
			}

			case 'delete': {
				const found = await client.readProject(write.projectId, signal).catch(error => {
					if (error instanceof ApiError && error.kind === 'missing') return undefined;
					throw error;
				});
				if (found) return findDeleted(found, project);
				// A record may be missing although the project is there: the list has to agree.
				const {projects} = await listAll(client, signal);
				return findDeleted(
					projects.find(({id}) => id === write.projectId),
					project,
				);
			}
		}
	}

	async function lookFor(intended: WriteIntent, isAtOnce = false): Promise<void> {
		const {connection} = store.get();
		const client = connection && connections.clientOf(connection.id);
		if (!client) return;
		let looks = 0;
		let troubleSince: number | undefined;
		let pauseMs = isAtOnce ? 0 : (lookPausesMs[0] ?? 0);
		let trouble: ApiError | undefined;
		const {id} = intended;
		// Another service, or a person who has decided: then it is nobody's question any more.
		const isOver = () => stopped.signal.aborted || !isConnected(connection.id) || !store.get().writes.lost.has(id);
		const found = (finding: Finding) => {
			store.dispatch({type: 'write-found', id, finding, at: clock.now()});
			if (finding.kind !== 'confirmed') return;
			onFound(intended, refOf(intended, connection.id), finding);
			settle(id);
		};
		for (;;) {
			store.dispatch({type: 'write-looked-for', id, looks, nextAt: clock.now() + pauseMs, trouble: trouble?.message});
			await sleep(clock, pauseMs, stopped.signal);
			if (isOver()) return;
			try {
				const finding = await look(client, intended);
				if (isOver()) return;
				looks++;
				[trouble, troubleSince] = [undefined, undefined];
				if (isDecided(finding, looks)) return found(finding);
				pauseMs = lookPausesMs[looks] ?? 0;
			} catch (error) {
				if (isOver()) return;
				if (!(error instanceof ApiError)) throw error;
				trouble = error;
				if (error.kind === 'missing') {
					looks++;
					if (looks >= lookPausesMs.length) return found(findNothing(error.message));
					pauseMs = lookPausesMs[looks] ?? 0;
					continue;
				}

				const now = clock.now();
				troubleSince ??= now;
				const ownMs = error.kind === 'auth' ? refusedPauseMs : backoffMs(now - troubleSince, `${id} ${now}`);
				pauseMs = Math.max(ownMs, store.get().polling.throttle.quietUntil - now, (error.details.retryAt ?? 0) - now);
			}
		}
	}

	return {
		settle,
		lookFor,

		send(ref, write, call) {
			underWay.add(ref.id);
			const sent = last.then(() => attempt(ref, write, call)).finally(() => underWay.delete(ref.id));
			last = sent.catch(() => {});
			return sent;
		},

		takeUp(intents) {
			for (const {id, at, content} of intents) {
				const intended = parseIntent(id, at, content);
				if (!intended || underWay.has(id) || store.get().writes.lost.has(id)) continue;
				store.dispatch({type: 'write-lost', intended, reason: undefined, at: clock.now()});
				void lookFor(intended, true);
			}
		},

		isBusy: () => underWay.size > 0 || store.get().writes.lost.size > 0,
		stop: () => stopped.abort(),
	};
}
