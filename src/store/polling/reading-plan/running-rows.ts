/** A deployment that is known to be in progress, as it was last read. */
export type Row = {
	readonly status: string;
	/** Its status and how overdue it is: a deployment that is long overdue is unlikely to change soon. */
	readonly state: string;
	readonly readAt: number;
	/** Whether the list of its project lacks it, so that only its own record shows its progress. */
	readonly isUnlisted: boolean;
	/** Its own record is not read before this, because the last read failed. */
	readonly retryAt: number;
};

/** `index`: its place among all rows of the project. */
export type IndexedRow = {readonly id: string; readonly row: Row; readonly index: number};

/** What is derived from the rows of a project. */
type Digest = {
	/** Rows that are worth the same once the same time has passed since they were read, the one that was read longest ago first. */
	readonly queues: ReadonlyArray<readonly IndexedRow[]>;
	/** The rows that the list has. Neighbours that were in the same state when they were read together are one entry. */
	readonly listed: ReadonlyArray<{readonly row: Row; readonly count: number}>;
	/** Whether one of them takes so long that it may never end. */
	readonly hasEndless: boolean;
};

const emptyDigest: Digest = {queues: [], listed: [], hasEndless: false};

function digestOf(rows: ReadonlyMap<string, Row>): Digest {
	if (rows.size === 0) return emptyDigest;
	const placed = Array.from(rows, ([id, row], index): IndexedRow => ({id, row, index}));
	const queues = Map.groupBy(placed, ({row: {isUnlisted, state}}) => `${isUnlisted} ${state}`);
	const listed: Array<{row: Row; count: number}> = [];
	for (const {row} of placed) {
		const last = listed.at(-1);
		if (row.isUnlisted) continue;
		if (last?.row.state === row.state && last.row.readAt === row.readAt) last.count++;
		else listed.push({row, count: 1});
	}

	return {
		queues: Array.from(queues.values(), queue => queue.toSorted((a, b) => a.row.readAt - b.row.readAt)),
		listed,
		hasEndless: placed.some(({row: {state, status}}) => state !== status),
	};
}

/** The deployments of a project that are known to be in progress, by id. The plan is asked every second and an answer is about one project, so what it compares is derived once after each change. */
export class RunningRows extends Map<string, Row> {
	#digest: Digest | undefined;

	override set(id: string, row: Row): this {
		this.#digest = undefined;
		return super.set(id, row);
	}

	override delete(id: string): boolean {
		this.#digest = undefined;
		return super.delete(id);
	}

	get digest(): Digest {
		this.#digest ??= digestOf(this);
		return this.#digest;
	}
}
