import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Compressed limits in bytes. The index chunk is what sign-in needs; screens come in chunks of their own. */
export const BUDGET = { index: 90 * 1024, css: 12 * 1024 } as const

export interface BuildOptions {
  /** Folder that receives index.html and the hashed files; emptied first. */
  readonly outdir: string
  readonly minify: boolean
}

export interface BuiltFile {
  readonly name: string
  readonly bytes: number
  readonly gzip: number
}

export interface BuildReport {
  readonly files: readonly BuiltFile[]
  /** One sentence for each budget that does not hold. */
  readonly overBudget: readonly string[]
}

const here = import.meta.dirname

function page(script: string, style: string, preload: readonly string[]): string {
  const links = preload.map((name) => `<link rel="modulepreload" href="/${name}">`).join('')
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="theme-color" content="#4845ca">
<title>Prumo</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%234845ca' d='M8 0l4 9-4 7-4-7z'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/${style}">
${links}
<script type="module" src="/${script}"></script>
</head>
<body><div id="app"></div><noscript>O Prumo precisa de JavaScript.</noscript></body>
</html>
`
}

async function precompress(folder: string): Promise<BuiltFile[]> {
  const files: BuiltFile[] = []
  for (const name of (await readdir(folder)).filter((name) => /\.(?:js|css|html|wasm)$/.test(name)).sort()) {
    const content = await readFile(join(folder, name))
    const gzip = gzipSync(content, { level: 9 })
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await writeFile(join(folder, `${name}.gz`), gzip)
    await writeFile(join(folder, `${name}.br`), brotli)
    files.push({ name, bytes: content.length, gzip: gzip.length })
  }
  return files
}

interface Entry {
  readonly script: string
  readonly style: string
  /** Chunks that the script needs before it runs: they count with it. */
  readonly chunks: readonly string[]
}

function overBudget(files: readonly BuiltFile[], { script, style, chunks }: Entry): string[] {
  const limits = [
    { name: script, parts: [script, ...chunks], limit: BUDGET.index },
    { name: style, parts: [style], limit: BUDGET.css },
  ]
  return limits.flatMap(({ name, parts, limit }) => {
    const size = files.filter((file) => parts.includes(file.name)).reduce((sum, file) => sum + file.gzip, 0)
    return size > limit ? [`${name}: ${size} bytes gz, limit ${limit}`] : []
  })
}

/** The chunks that a script imports at once, and those that they import. What is fetched later (`import(…)`) is not among them. */
async function neededChunks(outdir: string, script: string): Promise<string[]> {
  const found = new Set<string>()
  await follow(script)
  return [...found]

  async function follow(name: string): Promise<void> {
    const text = await readFile(join(outdir, name), 'utf8')
    for (const [, chunk = ''] of text.matchAll(/(?:from|import)\s*"\/?(?:\.\/)?(c-[\w-]+\.js)"/g))
      if (!found.has(chunk)) {
        found.add(chunk)
        await follow(chunk)
      }
  }
}

/** Bundles the web front end to disk with hashed names, index.html and .br/.gz beside every file that gets smaller. Throws when the bundle fails. */
export async function buildWeb({ outdir, minify }: BuildOptions): Promise<BuildReport> {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const result = await Bun.build({
    entrypoints: [join(here, 'main.tsx'), join(here, 'ui/styles/main.css')],
    outdir,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify,
    publicPath: '/',
    sourcemap: minify ? 'none' : 'linked',
    naming: { entry: '[name]-[hash].[ext]', chunk: 'c-[hash].[ext]', asset: 'a-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': JSON.stringify(minify ? 'production' : 'development') },
  })
  if (!result.success) throw new AggregateError(result.logs, 'O front-end não compilou.')
  const names = await readdir(outdir)
  const script = names.find((name) => /^main-.*\.js$/.test(name))
  const style = names.find((name) => /^main-.*\.css$/.test(name))
  if (script === undefined || style === undefined) throw new Error('A compilação não gerou script e estilo.')
  const chunks = await neededChunks(outdir, script)
  await writeFile(join(outdir, 'index.html'), page(script, style, chunks))
  const files = await precompress(outdir)
  return { files, overBudget: overBudget(files, { script, style, chunks }) }
}

if (import.meta.main) {
  const outdir = process.argv[2] ?? join(here, '../dist/web')
  const report = await buildWeb({ outdir, minify: process.argv[3] !== '--dev' })
  for (const file of report.files) process.stdout.write(`${file.name}\t${file.bytes}\t${file.gzip} gz\n`)
  for (const line of report.overBudget) process.stderr.write(`acima do limite: ${line}\n`)
  if (report.overBudget.length > 0) process.exitCode = 1
}
