import type { Mark } from '../../../core/banking/paper/marks'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { type Cce, cceOf } from '../../../core/fiscal/danfe/cce'
import { danfeOf } from '../../../core/fiscal/danfe/danfe'
import type { Danfe } from '../../../core/fiscal/danfe/types'
import { type Damdfe, damdfeOf } from '../../../core/fiscal/mdfe/damdfe'
import { drawMarks } from '../../financeiro/boleto-paper/draw'
import { drawDamdfe } from '../mdfe/damdfe-page'
import { drawA4 } from './a4'
import { drawCce } from './cce-page'
import { Pen } from '../../relatorios/pen'
import { isWhole } from './picture'
import { drawReceipt } from './receipt'
import { drawSimplified } from './simplified'

/** What a paper is told beside its XML. */
export interface DanfeOptions {
  /** Cancelled, where the file does not say so itself: all, or those with these keys. */
  readonly cancelled?: boolean | readonly string[]
  /** PNG or JPEG of the emitter: of all notes, or by the CNPJ of each. */
  readonly logo?: Uint8Array | ReadonlyMap<string, Uint8Array>
  /** Another than the note asks for (tpImp). */
  readonly orientation?: 'portrait' | 'landscape'
  /** Drawn before it is sent, to be looked at: all, or those with these keys. */
  readonly draft?: boolean | readonly string[]
  /** Number and moment of the EPEC under which it goes out before it is authorised: of the one note, or by the key of each. */
  readonly epec?: string | ReadonlyMap<string, string>
  /** Sheets of A4 that follow a note, by its key: its guides of taxes, and that they were paid. */
  readonly beside?: ReadonlyMap<string, readonly (readonly Mark[])[]>
}

/** What is drawn: a note, a letter of correction or a manifest. */
export type Paper =
  | { readonly kind: 'note'; readonly note: Danfe }
  | { readonly kind: 'letter'; readonly letter: Cce }
  | { readonly kind: 'manifest'; readonly manifest: Damdfe }

/** Only letters of correction have it. */
const CORRECTION = /<(?:\w+:)?xCorrecao[\s>]/

const MANIFEST = /<(?:\w+:)?infMDFe[\s>]/

/** The paper that an XML is about. Throws what `danfeOf`, `cceOf` and `damdfeOf` throw. */
export function readPaper(xml: string): Paper {
  if (MANIFEST.test(xml)) return { kind: 'manifest', manifest: damdfeOf(xml) }
  return CORRECTION.test(xml) ? { kind: 'letter', letter: cceOf(xml) } : { kind: 'note', note: danfeOf(xml) }
}

/** The paper of an NF-e or NFC-e as PDF, in the form that the note asks for (tpImp). Throws what `danfeOf` throws. */
export async function danfePdf(xml: string, options: DanfeOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  return papersPdf([{ kind: 'note', note: danfeOf(xml) }], options)
}

/** The paper of a letter of correction. Throws what `cceOf` throws. */
export async function ccePdf(xml: string): Promise<Uint8Array<ArrayBuffer>> {
  return papersPdf([{ kind: 'letter', letter: cceOf(xml) }])
}

/** Papers in one file, each from a page of its own on. */
export function papersPdf(papers: readonly Paper[], options: DanfeOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  return drawn(papers.map(titleOf).join(', '), (pen) => {
    for (const paper of papers)
      if (paper.kind === 'letter') drawCce(pen, paper.letter)
      else if (paper.kind === 'manifest')
        drawDamdfe(pen, paper.manifest, { cancelled: holds(options.cancelled ?? false, paper.manifest.chMDFe) })
      else {
        drawNote(pen, told(paper.note, options), options)
        drawBeside(pen, options.beside?.get(paper.note.chNFe))
      }
  })
}

function drawBeside(pen: Pen, sheets: readonly (readonly Mark[])[] = []): void {
  for (const sheet of sheets) {
    pen.pdf.addPage({ size: 'A4', margin: 0 })
    drawMarks(pen, sheet)
  }
}

function titleOf(paper: Paper): string {
  if (paper.kind === 'note') return `DANFE ${paper.note.number}`
  if (paper.kind === 'manifest') return `DAMDFE ${paper.manifest.number}`
  return `Carta de correção ${paper.letter.sequence} da nota ${paper.letter.number}`
}

/** Does what is told of papers hold for that of this key? */
const holds = (which: boolean | readonly string[], key: string): boolean =>
  typeof which === 'boolean' ? which : which.includes(key)

function told(danfe: Danfe, { cancelled = false, draft = false, epec = '' }: DanfeOptions): Danfe {
  const { emission } = danfe
  const isDraft = holds(draft, danfe.chNFe)
  const registered = typeof epec === 'string' ? epec : (epec.get(danfe.chNFe) ?? '')
  return {
    ...danfe,
    protocol: emission.contingency === 'epec' ? registered : danfe.protocol,
    emission: {
      ...emission,
      cancelled: emission.cancelled || holds(cancelled, danfe.chNFe),
      unauthorised: emission.unauthorised || isDraft,
      // A paper to be looked at is none that goods go with.
      contingency: isDraft ? null : emission.contingency,
    },
  }
}

/** In the form that the note asks for: receipt, label, or a sheet upright or wide. */
function drawNote(pen: Pen, danfe: Danfe, { orientation, logo }: DanfeOptions): void {
  if (danfe.mod === '65' || danfe.tpImp === '6') return drawReceipt(pen, danfe)
  if (danfe.tpImp === '3' && orientation === undefined) return drawSimplified(pen, danfe)
  const landscape = (orientation ?? (danfe.tpImp === '2' ? 'landscape' : 'portrait')) === 'landscape'
  drawA4(pen, danfe, { landscape, logo: logoFor(danfe, logo) })
}

/** The logo of the note's emitter, whose CNPJ its key tells; one that is damaged is left out. */
function logoFor({ chNFe }: Danfe, logo: DanfeOptions['logo']): Uint8Array | undefined {
  const found = logo instanceof Map ? logo.get(readAccessKey(chNFe).parts?.CNPJ_CPF ?? '') : logo
  return found instanceof Uint8Array && isWhole(found) ? found : undefined
}

const LONGEST_TITLE = 200

/** A PDF that `draw` fills. */
export async function drawn(title: string, draw: (pen: Pen) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: title.slice(0, LONGEST_TITLE), Creator: 'Prumo' },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  draw(new Pen(pdf))
  pdf.end()
  await done
  return Uint8Array.from(Buffer.concat(chunks))
}
