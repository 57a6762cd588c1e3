import { LongFirst } from './fixtures/long-first'
import { quickFolder } from './fixtures/quick-folder'
import { defineConfig } from 'vitest/config'

process.env.TMPDIR = quickFolder()

const common = {
  pool: 'threads',
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  setupFiles: 'fixtures/repeatable.ts',
  // What is waited for comes later where three files share two cores.
  expect: { poll: { timeout: 10_000 } },
} as const
const elsewhere = ['node_modules/**', '**/*.{slow,walk,conformance,browser,tidy,toy}.test.ts']
/** Tests of these projects have a real PostgreSQL, started once a run, and a database of their own each. */
const database = { globalSetup: ['fixtures/test-postgres.ts'] }
/** As those, and the demo company to copy. */
const demo = { globalSetup: ['fixtures/test-demo.ts'] }

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: { ...common, name: 'core', include: ['core/**/*.test.ts', 'fixtures/**/*.test.ts'], exclude: elsewhere },
      },
      { test: { ...common, name: 'tidy', include: ['**/*.tidy.test.ts'], exclude: ['node_modules/**'] } },
      { test: { ...common, name: 'agents', include: ['agents/**/*.test.ts'], exclude: elsewhere } },
      { test: { ...common, name: 'web', include: ['web/**/*.test.ts'], exclude: elsewhere } },
      {
        test: {
          ...common,
          ...database,
          name: 'http',
          include: ['http/**/*.test.ts', 'cli/**/*.test.ts'],
          exclude: elsewhere,
        },
      },
      // What these declare is declared in their process: they share none with other tests.
      {
        test: {
          ...common,
          ...database,
          name: 'toy',
          isolate: true,
          include: ['**/*.toy.test.ts'],
          exclude: ['node_modules/**'],
        },
      },
      {
        test: {
          ...common,
          ...demo,
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          ...demo,
          name: 'walk',
          include: ['**/*.walk.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          ...database,
          name: 'conformance',
          include: ['**/*.conformance.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          ...database,
          name: 'slow',
          include: ['**/*.slow.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 900_000,
        },
      },
    ],
  },
})
