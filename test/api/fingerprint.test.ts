import {expect, test} from 'vitest';
import {serviceFingerprint} from '../../src/api/endpoint.ts';

test('a service has one fingerprint for each key, which reveals neither', () => {
	const url = 'https://service.example';
	const fingerprint = serviceFingerprint(url, 'a-key');
	expect(fingerprint).toMatch(/^[\da-f]{32}$/);
	expect(serviceFingerprint(url, 'a-key')).toBe(fingerprint);
	expect(serviceFingerprint(url, 'another-key')).not.toBe(fingerprint);
	expect(serviceFingerprint(`${url}/team`, 'a-key')).not.toBe(fingerprint);
});
