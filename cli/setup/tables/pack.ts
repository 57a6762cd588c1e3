import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { readJson } from '../../import/json'
import { type StandardTable, TABLES } from './tables'

/**
 * Run by hand when an official table changed: `bun cli/setup/tables/pack.ts municipios|cfop|cest FILE`. Reads
 * {"columns": […], "rows": [[…]]}, keeps the columns that are loaded, sorts by code and writes NAME.json.gz beside this file.
 */
const source = v.object({ columns: v.array(v.string()), rows: v.array(v.array(v.nullable(v.string()))) })

const [wanted, path] = process.argv.slice(2)
const name = Object.keys(TABLES).find((one): one is StandardTable => one === wanted)
if (name === undefined || path === undefined) throw new Error('pack.ts municipios|cfop|cest FILE')
const { columns, rows } = v.parse(source, readJson(readFileSync(path, 'utf8')))
const kept = TABLES[name]
const places = kept.map((column) => columns.indexOf(column))
if (places.includes(-1)) throw new Error(`the columns ${kept.join(', ')} are needed`)
const packed = rows.map((row) => places.map((at) => row[at]?.trim() ?? ''))
packed.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
writeFileSync(
  join(import.meta.dirname, `${name}.json.gz`),
  gzipSync(JSON.stringify({ columns: kept, rows: packed }), { level: 9 }),
)
