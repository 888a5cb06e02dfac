import type {Deployment, Project} from '../api/types.ts';
import {type SafeText, safe} from '../base/text.ts';

/** Returns an upload version as it is shown: `v42`. */
export const versionText = (version: number | undefined): SafeText | undefined =>
	version === undefined ? undefined : safe(`v${version}`);

/** Returns the upload version of a deployment: `v42`. */
export const versionOf = (deployment: Deployment | undefined): SafeText | undefined =>
	versionText(deployment?.uploadVersion);

/** Returns the version that the project says is its latest upload: `v42`. */
export const latestUploadOf = (project: Project | undefined): SafeText | undefined =>
	versionText(project?.latestUploadVersion);
