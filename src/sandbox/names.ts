import {createDice} from './random.ts';

/** Kinds of projects. */
const kinds = [
	'marketing-site',
	'docs',
	'checkout',
	'legacy-landing',
	'blog',
	'careers',
	'customer-portal',
	'status-page',
	'help-center',
	'storefront',
	'product-tour',
	'pricing',
	'press-room',
	'partner-hub',
	'onboarding',
	'design-system',
	'brand-guide',
	'event-microsite',
	'newsletter',
	'booking',
	'store-locator',
	'menu-board',
	'annual-report',
	'admin-panel',
	'analytics-dashboard',
	'gift-cards',
	'loyalty-club',
	'recipe-finder',
	'photo-archive',
	'campaign-spring',
	'campaign-winter',
	'black-friday',
	'product-configurator',
	'size-guide',
	'returns-desk',
	'order-tracking',
	'investor-relations',
	'sustainability',
	'open-house',
	'portfolio',
	'case-studies',
	'feedback-form',
	'waitlist',
	'changelog',
	'api-reference',
	'playground',
	'style-sandbox',
	'email-templates',
	'link-page',
	'media-kit',
	'conference',
	'ticket-shop',
	'members-area',
	'course-library',
	'knowledge-base',
	'quiz',
	'advent-calendar',
	'wedding-invite',
	'legacy-intranet',
	'redirects',
] as const;

/** Clients or variants. The first is neither. */
const clients = [
	...['', 'nordwind', 'lumen', 'eu', 'acorn-bakery', 'hafen-hotel', 'staging', 'v2'],
	...['kestrel', 'redesign', 'tidewater', 'ostrava', 'mill-and-co', 'relaunch', 'juniper', 'fjordline'],
	...['beta', 'pinecrest', 'solano', 'atlas-gym', 'bright-dental', 'bistro-lune', 'us', 'harbour-law'],
	...['copperfield', 'vela', 'morrow', 'greenleaf', 'old-town-books', 'poppy', 'quarry', 'rialto'],
	...['silverbirch', 'tanager', 'umbra', 'verdant', 'westgate', 'yarrow', 'zephyr', 'alder'],
	...['birchwood', 'cobalt', 'dunes', 'ember', 'foxglove', 'gantry', 'heron', 'indigo'],
	...['jetty', 'kelp', 'larkspur', 'marlow', 'nimbus', 'orchard', 'parcel', 'quill'],
	...['rowan', 'saffron', 'thistle', 'upland', 'violet', 'willow', 'xenon', 'yonder'],
	...['archive', 'experiment', 'mobile', 'kiosk', 'internal', 'rework', 'preview', 'de'],
	...['fr', 'it', 'es', 'fi', 'jp', 'nl', 'pl', 'pt'],
] as const;

/** Names are assigned in blocks: every kind combined with the same four clients. */
const clientsPerBlock = 4;
const blockSize = kinds.length * clientsPerBlock;
const blockCount = clients.length / clientsPerBlock;

export type Names = {
	/** Returns the slug at a place, counted from 0. Every place has a different slug. */
	readonly slugAt: (place: number) => string;
	/** Returns the place of a slug, so that no table of used slugs is needed. */
	readonly placeOf: (slug: string) => number | undefined;
};

/** Generates names for any number of projects, shuffled by the seed. After 4800 they repeat with a number. */
export function createNames(seed: number): Names {
	const order = Array.from({length: blockSize}, (_, at) => at);
	const roll = createDice(seed, 'shuffle');
	for (let at = order.length - 1; at > 0; at--) {
		const other = Math.floor(roll() * (at + 1));
		[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
	}

	function slugAt(place: number): string {
		const block = Math.floor(place / blockSize);
		const combination = order[place % blockSize] ?? 0;
		const kind = kinds[combination % kinds.length] ?? kinds[0];
		const client = clients[(block % blockCount) * clientsPerBlock + Math.floor(combination / kinds.length)] ?? '';
		const round = Math.floor(block / blockCount);
		return `${kind}${client === '' ? '' : `-${client}`}${round === 0 ? '' : `-${round + 1}`}`;
	}

	return {
		slugAt,

		placeOf(slug) {
			const [, stem = '', number] = /^(.*?)(?:-([1-9][0-9]{0,8}))?$/.exec(slug) ?? [];
			for (const [kindAt, kind] of kinds.entries()) {
				if (stem !== kind && !stem.startsWith(`${kind}-`)) continue;
				const clientAt = clients.findIndex(client => client === stem.slice(kind.length + 1));
				if (clientAt < 0) continue;
				const combination = (clientAt % clientsPerBlock) * kinds.length + kindAt;
				const round = number === undefined ? 0 : Number(number) - 1;
				const block = round * blockCount + Math.floor(clientAt / clientsPerBlock);
				const place = block * blockSize + order.indexOf(combination);
				if (slugAt(place) === slug) return place;
			}

			return undefined;
		},
	};
}

/** Converts `acorn-bakery` to Acorn bakery. */
export const titled = (slug: string): string => (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ');
