/** Sheets of labels: rows and columns at a distance, in mm, from the upper left corner of the paper. */
export interface Sheet {
  readonly papel: Paper
  readonly colunas: number
  readonly linhas: number
  readonly margem_x: number
  readonly margem_y: number
  readonly espaco_x: number
  readonly espaco_y: number
}

/** Paper, in mm. */
export const PAPERS = { a4: { width: 210, height: 297 }, carta: { width: 215.9, height: 279.4 } } as const
export const PAPER_NAMES = { a4: 'A4', carta: 'Carta' } as const
export type Paper = keyof typeof PAPERS

/** A place on a sheet: its page from 0, and its upper left corner in mm. */
export interface Place {
  readonly page: number
  readonly x: number
  readonly y: number
}

/** How many labels a sheet holds. */
export const placesOn = ({ colunas, linhas }: Sheet): number => colunas * linhas

/** The first place that is free, of a sheet that was begun before: from 1, row by row. What a sheet has not begins at its first. */
export const firstPlace = (sheet: Sheet, posInit: number): number =>
  Number.isInteger(posInit) && posInit >= 1 && posInit <= placesOn(sheet) ? posInit : 1

/** Where so many labels of a size come to stand, from the first free place on, over as many sheets as they need. */
export function placesOf(
  sheet: Sheet,
  { largura, altura }: { readonly largura: number; readonly altura: number },
  { count, posInit = 1 }: { readonly count: number; readonly posInit?: number },
): Place[] {
  const onOne = placesOn(sheet)
  const from = firstPlace(sheet, posInit) - 1
  return Array.from({ length: count }, (_, at) => {
    const place = (from + at) % onOne
    const [row, column] = [Math.floor(place / sheet.colunas), place % sheet.colunas]
    return {
      page: Math.floor((from + at) / onOne),
      x: sheet.margem_x + column * (largura + sheet.espaco_x),
      y: sheet.margem_y + row * (altura + sheet.espaco_y),
    }
  })
}

/** Printers and paper are never exact to this, in mm. */
const TOLERANCE = 0.5

/** What is wrong with a sheet for labels of this size, by field. */
export function sheetFaults(
  sheet: Sheet,
  { largura, altura }: { readonly largura: number; readonly altura: number },
): Readonly<Record<string, string>> | undefined {
  const { width, height } = PAPERS[sheet.papel]
  const right = sheet.margem_x + sheet.colunas * largura + (sheet.colunas - 1) * sheet.espaco_x
  const bottom = sheet.margem_y + sheet.linhas * altura + (sheet.linhas - 1) * sheet.espaco_y
  const faults = {
    ...(right > width + TOLERANCE ? { colunas: 'As etiquetas passam da borda direita do papel.' } : {}),
    ...(bottom > height + TOLERANCE ? { linhas: 'As etiquetas passam da borda de baixo do papel.' } : {}),
  }
  return Object.keys(faults).length === 0 ? undefined : faults
}
