/** Lines to copy, by command. `screens` are the screens. */
export const examples: ReadonlyMap<string, readonly string[]> = new Map([
	['screens', ['landfall --demo', 'landfall --profile staging --read-only', 'landfall --wall --rpm 120']],
	[
		'ls',
		[
			"landfall ls --filter 'outcome:failed age<2h' --sort -deployed",
			'landfall ls deployments docs --limit 5',
			'landfall ls --all --json | jq -r ".projects[].slug"',
		],
	],
	['get', ['landfall get docs', 'landfall get docs dpl_123 --json', 'landfall ls | cut -f 1 | landfall get - --json']],
	['create', ["landfall create 'New docs'", 'landfall create docs --json | jq -r .id']],
	[
		'edit',
		[
			"landfall edit docs --name 'Old docs' --slug old-docs",
			'landfall edit docs --json changes.json',
			'echo \'{"upload_mode": "manual"}\' | landfall edit docs --json -',
		],
	],
	['delete', ['landfall delete docs', 'landfall delete prj_123 --yes']],
	[
		'deploy',
		[
			'landfall deploy docs',
			'landfall deploy docs --wait --timeout 15m',
			'echo \'{"environment_id": "env_1"}\' | landfall deploy docs --json -',
		],
	],
	[
		'wait',
		[
			'landfall wait docs',
			'landfall wait docs --next --timeout 15m --ok success,skipped',
			'landfall wait docs --all --json',
		],
	],
	[
		'watch',
		[
			'landfall watch docs shop',
			'landfall watch --since 1h --json',
			'landfall watch docs | grep --line-buffered failed',
		],
	],
	['reconcile', ['landfall reconcile', 'landfall reconcile --wait-for-outcome 5m --json']],
	[
		'api',
		[
			"landfall api GET '/v1/projects?limit=1'",
			'echo \'{"name": "docs"}\' | landfall api POST /v1/projects --json -',
			'landfall api DELETE /v1/projects/prj_123',
		],
	],
	['sandbox', ['landfall sandbox --port 4000 --data team.json', 'landfall sandbox --world hostile --latency 300']],
	['doctor', ['landfall doctor', 'landfall doctor --profile staging']],
	['keys', ['landfall keys']],
	[
		'completion',
		[
			'source <(landfall completion bash)   # in ~/.bashrc',
			'source <(landfall completion zsh)    # in ~/.zshrc, after compinit',
			'landfall completion fish > ~/.config/fish/completions/landfall.fish',
		],
	],
]);
