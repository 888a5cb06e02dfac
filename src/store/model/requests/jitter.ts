/** Returns a pseudo-random number in [0, 1), always the same for the same seed, so that a jittered countdown does not jump when it is recomputed. */
export function fraction(seed: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01_00_01_93);
	// The finalizer of MurmurHash3: without it, seeds that differ only in their last character give nearly equal numbers.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
