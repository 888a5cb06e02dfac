import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Journal} from '../journal/journal.ts';
import {readPlace} from '../journal/names.ts';
import {isSystemError, mapOf, parseObject} from '../settings/json-file.ts';
import {readPrivately} from '../settings/private-file.ts';
import type {Places} from '../store/effects/place-sync.ts';
import {parsePlace} from '../store/model/place.ts';

type PlacesOptions = {
	readonly journal: Pick<Journal, 'savePlace' | 'isFailing'>;
	/** The folder of the journal. */
	readonly directory: string;
};

/** Returns where users were, as the journal of this folder knows it. Earlier versions kept that in a file of its own: it is read, and moved to the journal together with the next place. */
export function createPlaces({journal, directory}: PlacesOptions): Places {
	const journalPath = join(directory, 'journal.sqlite');
	const earlierPath = join(directory, 'places.json');

	const readEarlier = () => {
		const read = readPrivately(earlierPath, {userId: process.getuid?.(), isSecret: false});
		return read.outcome === 'read' ? mapOf(parseObject(read.text)) : undefined;
	};

	function moveEarlier() {
		const earlier = journal.isFailing() ? undefined : readEarlier();
		if (!earlier) return;
		for (const [service, place] of earlier) {
			if (readPlace(journalPath, service) === undefined) journal.savePlace(service, JSON.stringify(place));
		}

		try {
			rmSync(earlierPath);
		} catch (error) {
			if (!isSystemError(error)) throw error;
		}
	}

	return {
		read(service) {
			const saved = readPlace(journalPath, service);
			return parsePlace(saved === undefined ? readEarlier()?.get(service) : parseObject(saved));
		},

		keep(service, place) {
			journal.savePlace(service, JSON.stringify(place));
			moveEarlier();
		},
	};
}
