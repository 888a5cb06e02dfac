/** By how much a pause differs from its length at most, so that many landfalls do not ask at the same moments. */
const spread = 0.2;

/** A factor from 0.8 to 1.2 that is always the same for the same text. */
export const jitter = (text: string): number => 1 - spread + 2 * spread * fraction(text);

/** A number from 0 to below 1 that is always the same for the same text: chance that a countdown can be shown of. */
export function fraction(text: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
	// The last steps of MurmurHash3: texts that differ in their last character would differ little without them.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
