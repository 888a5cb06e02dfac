import {encodeDeployment, encodeProject} from '../../api/decode/decode.ts';
import {deploymentColumns, type LiveRow} from '../../present/deployment.ts';
import {type ProjectRow, projectColumns, recordColumns} from '../../present/project.ts';
import type {Listing} from './output.ts';

/** How projects are listed, with their newest deployments if these were read. */
export const projectListing = (hasDeployments: boolean): Listing<ProjectRow> => ({
	columns: hasDeployments ? projectColumns : recordColumns,
	encode: ({project}) => encodeProject(project),
});

export const deploymentListing: Listing<LiveRow> = {
	columns: deploymentColumns,
	encode: ({deployment}) => encodeDeployment(deployment),
};
