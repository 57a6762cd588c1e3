import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '..')

it('what floats over a page is a layer of its own: only the one panel does it', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const floating = files.filter((file) => readFileSync(join(WEB, file), 'utf8').includes('popover="auto"'))
  expect(floating).toEqual([join('ui', 'popover.tsx')])
})
