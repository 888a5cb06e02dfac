import {createDice} from './random.ts';

const itemsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

const siteNames = itemsIn(`
	marketing-site docs checkout legacy-landing blog careers customer-portal status-page help-center storefront
	product-tour pricing press-room partner-hub onboarding design-system brand-guide event-microsite newsletter
	booking store-locator menu-board annual-report admin-panel analytics-dashboard gift-cards loyalty-club
	recipe-finder photo-archive campaign-spring campaign-winter black-friday product-configurator size-guide
	returns-desk order-tracking investor-relations sustainability open-house portfolio case-studies feedback-form
	waitlist changelog api-reference playground style-sandbox email-templates link-page media-kit conference
	ticket-shop members-area course-library knowledge-base quiz advent-calendar wedding-invite legacy-intranet
	redirects
`);

const clients = [
	'',
	...itemsIn(`
		nordwind lumen eu acorn-bakery hafen-hotel staging v2 kestrel redesign tidewater ostrava mill-and-co relaunch
		juniper fjordline beta pinecrest solano atlas-gym bright-dental bistro-lune us harbour-law copperfield vela
		morrow greenleaf old-town-books poppy quarry rialto silverbirch tanager umbra verdant westgate yarrow zephyr
		alder birchwood cobalt dunes ember foxglove gantry heron indigo jetty kelp larkspur marlow nimbus orchard parcel
		quill rowan saffron thistle upland violet willow xenon yonder archive experiment mobile kiosk internal rework
		preview de fr it es fi jp nl pl pt
	`),
];

/** In a block of names, every site has the same four clients. */
const clientsPerBlock = 4;
const blockSize = siteNames.length * clientsPerBlock;
const blockCount = clients.length / clientsPerBlock;

/** Names shuffled by the seed. After 4800, they repeat with a number. */
export function createNames(seed: number) {
	const order = Array.from({length: blockSize}, (_, at) => at);
	const roll = createDice(seed, 'shuffle');
	for (let at = order.length - 1; at > 0; at--) {
		const other = Math.floor(roll() * (at + 1));
		[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
	}

	function slugAt(index: number): string {
		const block = Math.floor(index / blockSize);
		const combination = order[index % blockSize] ?? 0;
		const kind = siteNames[combination % siteNames.length] ?? '';
		const client = clients[(block % blockCount) * clientsPerBlock + Math.floor(combination / siteNames.length)] ?? '';
		const round = Math.floor(block / blockCount);
		return `${kind}${client === '' ? '' : `-${client}`}${round === 0 ? '' : `-${round + 1}`}`;
	}

	let cycle: readonly string[] | undefined;

	return {
		slugAt,

		indexOfSlug(slug: string): number | undefined {
			cycle ??= Array.from({length: blockCount * blockSize}, (_, index) => slugAt(index));
			const [, stem = '', round = '1'] = /^(.*?)(?:-([2-9]|[1-9][0-9]{1,8}))?$/.exec(slug) ?? [];
			const index = cycle.indexOf(stem);
			return index < 0 ? undefined : index + (Number(round) - 1) * cycle.length;
		},
	};
}

export const titled = (slug: string): string => (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ');

/** Each world has its own words for these. */
export type ProjectStatus = 'active' | 'paused' | 'archived' | 'error';

export type Ending = 'success' | 'failure' | 'cancelled';

/** The words of a world for values that the interface does not define. */
export type Words = {
	readonly uploadModes: readonly [string, ...string[]];
	readonly projectStatus: Readonly<Record<ProjectStatus, string>>;
	readonly phases: readonly [string, string, string, string, string];
	readonly concluded: string;
	readonly conclusion: Readonly<Record<Ending, string>>;
	readonly environments: readonly [string, string, string];
};

export const plainWords: Words = {
	uploadModes: ['files', 'zip', 'git'],
	projectStatus: {active: 'active', paused: 'paused', archived: 'archived', error: 'error'},
	phases: ['queued', 'uploading', 'building', 'verifying', 'releasing'],
	concluded: 'completed',
	conclusion: {success: 'success', failure: 'failure', cancelled: 'cancelled'},
	environments: ['production', 'preview', 'staging'],
};

export const oddWords: Words = {
	uploadModes: ['tiedostot', 'paketti', 'säilö'],
	projectStatus: {active: 'käytössä', paused: 'tauolla', archived: 'arkistoitu', error: 'rikki'},
	phases: ['jonossa', 'siirretään', 'kootaan', 'tarkistetaan', 'julkaistaan'],
	concluded: 'päättynyt',
	conclusion: {success: 'onnistui', failure: 'epäonnistui', cancelled: 'peruttu'},
	environments: ['tuotanto', 'esikatselu', 'koe'],
};
