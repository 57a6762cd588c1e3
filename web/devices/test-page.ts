import { drawLabel } from '../../core/labels/draw'
import { printerFile } from '../../core/labels/files'
import { ELEMENT_DEFAULTS, type Label } from '../../core/labels/label'
import { drawingFor, type PrinterLanguage } from '../../core/labels/template'
import type { Printer } from './config'
import type { Paper } from './monitor'

const text = (valor: string, y: number, altura: number) => ({
  ...ELEMENT_DEFAULTS,
  tipo: 'texto' as const,
  valor,
  x: 2,
  y,
  largura: 46,
  altura,
})

/** Small enough for any roll: names, accents and bars. */
const PAGE: Label = {
  largura: 50,
  altura: 25,
  dpi: 203,
  elementos: [
    text('Prumo: página de teste', 1, 3.2),
    text('{nome}', 5, 3),
    text('Acentos: ação, pé, maçã', 9, 3),
    text('{quando}', 13, 3),
    { ...ELEMENT_DEFAULTS, tipo: 'code128', valor: 'PRUMO', x: 2, y: 17, largura: 46, altura: 7, legivel: false },
  ],
}

/** The page as a printer of this language takes it. */
function fileFor(language: PrinterLanguage, nome: string): Uint8Array {
  const quando = new Date().toLocaleString('pt-BR')
  const drawing = drawLabel(PAGE, { nome, quando }, drawingFor(language))
  return printerFile(language, [{ drawing, copies: 1 }], { colunas: 1, espaco_x: 0, espaco_y: 3 })
}

/** A page that shows whether a printer prints what it is sent: in its own language. */
export function testPage({ nome, linguagem }: Printer): Paper {
  const language = linguagem === 'csv' ? 'zpl' : linguagem
  const bytes = fileFor(language, nome)
  return {
    id: crypto.randomUUID(),
    filename: `teste.${language}`,
    bartender_filename: '',
    contents: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
    base64: true,
  }
}

/** The same for a printer of which no language is known: printers of labels read the part between ^XA and ^XZ, the others print all of it. */
export const anyTestPage = (nome: string): string =>
  `Prumo: pagina de teste\r\n${nome}\r\n${new TextDecoder().decode(fileFor('zpl', nome))}\r\n`
