import type {Deployment, DeploymentList, Project, ProjectChanges, ProjectPage} from './types.ts';

/** The eight calls of the interface. Each throws `ApiError`, or `Aborted` once its signal was aborted. */
export type Client = {
	readonly listProjects: (
		query: {readonly limit?: number; readonly cursor?: string},
		signal: AbortSignal,
	) => Promise<ProjectPage>;
	readonly createProject: (fields: {readonly name: string}, signal: AbortSignal) => Promise<Project>;
	readonly readProject: (projectId: string, signal: AbortSignal) => Promise<Project>;
	/** Sends exactly the given fields. */
	readonly updateProject: (projectId: string, changes: ProjectChanges, signal: AbortSignal) => Promise<Project>;
	readonly deleteProject: (projectId: string, signal: AbortSignal) => Promise<void>;
	readonly listDeployments: (
		projectId: string,
		query: {readonly limit?: number},
		signal: AbortSignal,
	) => Promise<DeploymentList>;
	/** Sends `body` as it is; the interface shows `{}`. */
	readonly triggerDeployment: (
		projectId: string,
		body: Readonly<Record<string, unknown>>,
		signal: AbortSignal,
	) => Promise<Deployment>;
	readonly readDeployment: (projectId: string, deploymentId: string, signal: AbortSignal) => Promise<Deployment>;
};
