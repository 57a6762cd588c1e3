import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { misuse, refused, unreachable } from '../exit'
import { Progress, say } from '../output'

/** Each note is held in memory until the file is written. */
const MOST = 1_000
const BIGGEST_LOGO = 2_000_000

interface Options {
  readonly output: string
  readonly landscape: boolean
  readonly portrait: boolean
  readonly cancelled: boolean
  readonly draft: boolean
  readonly logo?: string
}

export function danfeCommand(program: Command): void {
  program
    .command('danfe <arquivos...>')
    .description('desenha em um PDF o DANFE de notas (XML de NF-e ou NFC-e) e cartas de correção')
    .requiredOption('-o, --output <arquivo>', 'onde o PDF é gravado')
    .option('--landscape', 'NF-e em folha A4 deitada, seja qual for o formato da nota', false)
    .option('--portrait', 'NF-e em folha A4 em pé', false)
    .option('--cancelled', 'marca as notas como canceladas', false)
    .option('--draft', 'marca as notas como rascunho', false)
    .option('--logo <arquivo>', 'logotipo do emitente, PNG ou JPEG')
    .action(drawFiles)
}

async function drawFiles(files: readonly string[], options: Options): Promise<void> {
  if (options.landscape && options.portrait) throw misuse('Escolha --landscape ou --portrait.')
  if (files.length > MOST) throw misuse(`São no máximo ${MOST} arquivos de uma vez.`)
  const logo = options.logo === undefined ? undefined : await readLogo(options.logo)
  const [{ papersPdf, readPaper }, { decodeXml }, { CoreError }] = await Promise.all([
    import('../../http/nfe/danfe/danfe-pdf'),
    import('../../core/fiscal/decode-xml'),
    import('../../core/errors'),
  ])
  const bar = new Progress('Lendo', files.length)
  const papers = files.map((file, at) => {
    bar.show(at, file)
    try {
      return readPaper(decodeXml(bytesOf(file)))
    } catch (error) {
      throw error instanceof CoreError ? refused(`${file}: ${error.message}`) : error
    }
  })
  bar.end()
  const orientation = options.landscape ? 'landscape' : options.portrait ? 'portrait' : undefined
  const { cancelled, draft } = options
  const bytes = await papersPdf(papers, {
    cancelled,
    draft,
    ...(orientation && { orientation }),
    ...(logo && { logo }),
  })
  write(options.output, bytes)
  await say(`${options.output}: ${papers.length === 1 ? '1 documento' : `${papers.length} documentos`}.`)
}

function bytesOf(file: string): Uint8Array {
  if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  return readFileSync(file)
}

async function readLogo(file: string): Promise<Uint8Array> {
  if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  if (statSync(file).size > BIGGEST_LOGO) throw refused('O logotipo tem mais de 2 MB.')
  const bytes = readFileSync(file)
  const { readPicture } = await import('../../http/sis/logo/picture')
  const type = readPicture(bytes)?.type
  if (type !== 'image/png' && type !== 'image/jpeg') throw refused('O logotipo não é PNG nem JPEG.')
  return bytes
}

function write(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes)
  } catch {
    throw unreachable(`Não foi possível gravar ${file}.`)
  }
}
