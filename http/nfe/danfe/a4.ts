import type { Danfe } from '../../../core/fiscal/danfe/types'
import { BLOCK_TITLE, blockHeight, blocksOf, drawBlock, lowerBlocksOf } from './a4-blocks'
import { drawDues, duesHeight, duesParts } from './a4-dues'
import { drawFolio, drawHead, drawStub, STUB } from './a4-head'
import { drawItems, itemRows, type ItemRow, partRows, rowsHeight, TABLE_HEAD } from './a4-items'
import { drawNotes, isEmpty, type NoteLines, noteLines, notesHeight, partNotes } from './a4-notes'
import { markOf } from './notices'
import type { Box, Pen } from '../../relatorios/pen'

/** Points. A4 is 595.28 × 841.89. */
const A4 = { short: 595.28, long: 841.89 }
const EDGE = 14
const GAP = 8
/** Heights of the block of additional data on the page of the blocks: at least, and at most where it goes on elsewhere. */
const NOTES = { least: 74, leastWide: 52, most: 150 }
/** A table of fewer points is not begun. */
const LEAST_TABLE = 40

export interface A4Options {
  readonly landscape: boolean
  readonly logo?: Uint8Array | undefined
}

/** Draws an NF-e on A4 sheets, from a page of its own on. */
export function drawA4(pen: Pen, danfe: Danfe, options: A4Options): void {
  new Note(pen, danfe, options).draw()
}

class Note {
  private readonly folios: { readonly at: number; readonly box: Box }[] = []
  private readonly page: { readonly width: number; readonly height: number }
  private readonly bottom: number
  private rows: ItemRow[] = []
  private lines: NoteLines = { notes: [], fiscal: [] }
  private x = EDGE
  private headHeight = 0

  constructor(
    private readonly pen: Pen,
    private readonly danfe: Danfe,
    private readonly options: A4Options,
  ) {
    this.page = options.landscape ? { width: A4.long, height: A4.short } : { width: A4.short, height: A4.long }
    this.bottom = this.page.height - EDGE
  }

  private get width(): number {
    return this.page.width - EDGE - this.x
  }

  draw(): void {
    const top = this.firstPage()
    this.rows = itemRows(this.pen, this.danfe, this.width)
    this.lines = noteLines(this.pen, this.danfe, this.width)
    this.fillFirst(top)
    while (this.rows.length > 0 || !isEmpty(this.lines)) this.fillNext()
    for (const [at, folio] of this.folios.entries()) {
      this.pen.pdf.switchToPage(folio.at)
      drawFolio(this.pen, folio.box, `FOLHA ${at + 1}/${this.folios.length}`)
    }
  }

  /** The stub, the head and the blocks; answers where the items begin. */
  private firstPage(): number {
    const { pen, danfe } = this
    this.addPage()
    let y = EDGE
    if (this.options.landscape) this.stubAside()
    else {
      drawStub(pen, danfe, { x: this.x, y, width: this.width, height: STUB })
      pen.line(this.x, y + STUB + GAP / 2, this.x + this.width, y + STUB + GAP / 2, { dashed: true })
      y += STUB + GAP
    }
    y = this.head(y)
    const { landscape } = this.options
    const part = (height: number, draw: (at: { x: number; y: number; width: number }) => number): void => {
      if (y + height > this.bottom) y = this.nextPage()
      y = draw({ x: this.x, y, width: this.width })
    }
    for (const block of blocksOf(danfe, landscape)) part(blockHeight(block), (at) => drawBlock(pen, block, at))
    for (const dues of duesParts(danfe)) part(duesHeight(dues), (at) => drawDues(pen, dues, at))
    for (const block of lowerBlocksOf(danfe, landscape)) part(blockHeight(block), (at) => drawBlock(pen, block, at))
    return y
  }

  /** A further page, over its whole width; answers where there is room. */
  private nextPage(): number {
    this.x = EDGE
    this.addPage()
    return this.head(EDGE)
  }

  /** On a wide page the stub stands upright at the left. */
  private stubAside(): void {
    const { pen } = this
    const height = this.bottom - EDGE
    pen.pdf.save().rotate(-90, { origin: [0, 0] })
    drawStub(pen, this.danfe, { x: -this.bottom, y: EDGE, width: height, height: STUB })
    pen.pdf.restore()
    const line = EDGE + STUB + GAP / 2
    pen.line(line, EDGE, line, this.bottom, { dashed: true })
    this.x = EDGE + STUB + GAP
  }

  private addPage(): void {
    this.pen.pdf.addPage({ size: [this.page.width, this.page.height], margin: 0 })
    const mark = markOf(this.danfe.emission, 'NF-e')
    if (mark === '') return
    const { width, height } = this.page
    this.pen.mark(mark, { x: EDGE, y: height * 0.3, width: width - 2 * EDGE, height: height * 0.4 })
  }

  private head(y: number): number {
    const { start, count } = this.pen.pdf.bufferedPageRange()
    const { bottom, folio } = drawHead(this.pen, this.danfe, {
      x: this.x,
      y,
      width: this.width,
      logo: this.options.logo,
    })
    this.folios.push({ at: start + count - 1, box: folio })
    this.headHeight = bottom - y
    return bottom
  }

  /** Items and additional data of the page of the blocks, or of the next where there is no room left. */
  private fillFirst(blocks: number): void {
    const { pen, danfe } = this
    const fields = danfe.services.map(([title, value]) => ({ title, value, share: 1 }))
    const services = fields.length > 0 ? [{ title: 'CÁLCULO DO ISSQN', rows: [fields] }] : []
    const servicesHeight = services.reduce((all, block) => all + blockHeight(block), 0)
    const least = this.options.landscape ? NOTES.leastWide : NOTES.least
    const top = this.bottom - blocks < servicesHeight + least ? this.nextPage() : blocks
    const free = this.bottom - top - servicesHeight
    const items = BLOCK_TITLE + TABLE_HEAD + rowsHeight(pen, this.rows)
    const needed = Math.max(least, notesHeight(pen, this.lines))
    const notes = items + needed <= free ? needed : Math.min(needed, NOTES.most, free)
    const notesTop = this.bottom - notes
    this.table(top, notesTop - servicesHeight)
    for (const block of services) drawBlock(pen, block, { x: this.x, y: notesTop - servicesHeight, width: this.width })
    this.notes(notesTop, notes, 'DADOS ADICIONAIS')
  }

  /** A page of what had no room: items, and under the last of them the rest of the texts. */
  private fillNext(): void {
    const { pen } = this
    const top = this.nextPage()
    const left = this.rows.length
    const items = left === 0 ? 0 : BLOCK_TITLE + TABLE_HEAD + rowsHeight(pen, this.rows)
    const needed = isEmpty(this.lines) ? 0 : notesHeight(pen, this.lines)
    const free = this.bottom - top
    const table = left === 0 ? top : items + needed <= free ? top + items : this.bottom
    if (left > 0) this.table(top, table)
    if (this.rows.length > 0 || isEmpty(this.lines)) return
    const room = this.bottom - table
    if (room >= Math.min(needed, NOTES.least))
      this.notes(table, Math.min(room, needed), 'DADOS ADICIONAIS - CONTINUAÇÃO')
  }

  private table(top: number, bottom: number): void {
    const { pen } = this
    const height = bottom - top - BLOCK_TITLE
    if (height < LEAST_TABLE) return
    const most = this.bottom - EDGE - this.headHeight - BLOCK_TITLE - TABLE_HEAD
    const [shown, rest] = partRows(pen, this.rows, height - TABLE_HEAD, most)
    this.rows = rest
    pen.text('DADOS DOS PRODUTOS / SERVIÇOS', this.x, top + 2, { face: 'bold', size: 6.5 })
    drawItems(pen, shown, { x: this.x, y: top + BLOCK_TITLE, width: this.width, height })
  }

  private notes(y: number, height: number, title: string): void {
    const [shown, rest] = partNotes(this.pen, this.lines, height)
    this.lines = rest
    drawNotes(this.pen, shown, { x: this.x, y, width: this.width, height, title })
  }
}
