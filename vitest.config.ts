import { defineConfig } from 'vitest/config'

const common = { pool: 'threads', isolate: true } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'core',
          include: ['core/**/*.test.ts', 'fixtures/**/*.test.ts'],
          exclude: ['**/*.{slow,conformance}.test.ts'],
        },
      },
      { test: { ...common, name: 'conformance', include: ['**/*.conformance.test.ts'], exclude: ['node_modules/**'] } },
      {
        test: {
          ...common,
          name: 'slow',
          include: ['**/*.slow.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 900_000,
        },
      },
    ],
  },
})
