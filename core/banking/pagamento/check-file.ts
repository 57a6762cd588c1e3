import { decodeText, fixedLines } from '../../layout/fixed-width'
import type { Falta } from '../cnab/room'
import { LAYOUTS_PAGAMENTO } from './layouts/layouts'
import { readPagamento } from './read-pagamento'
import { checkPagamento } from './write-pagamento'

const WIDTH = 240

const ofFile = (campo: string, mensagem: string): Falta => ({ seu_numero: '', campo, mensagem })

/**
 * What a bank would refuse of a file that is made already, by whichever program: lines that do not end with CR LF or are not of 240 columns, what does not add up, and what
 * `checkPagamento` says of its payments. Of a bank whose layout is not known, the form alone. Throws as `readPagamento` does.
 */
export function checkPagamentoFile(file: Uint8Array | string): readonly Falta[] {
  const content = typeof file === 'string' ? file : decodeText(file)
  const read = readPagamento(content)
  const widths = fixedLines(content)
    .filter(({ text }) => text.length !== WIDTH)
    .map(({ line, text }) => ofFile('registro', `Linha ${line}: tem ${text.length} colunas e são ${WIDTH}.`))
  return [
    ...(/(?:^|[^\r])\n|\r(?!\n)/.test(content)
      ? [ofFile('quebra_de_linha', 'As linhas do arquivo têm de terminar com CR LF.')]
      : []),
    ...widths,
    ...read.faltas.map((one) => ofFile('arquivo', one)),
    ...read.desconhecidos.map(({ line }) => ofFile('registro', `Linha ${line}: o registro não é do layout.`)),
    ...(read.pagamentos.length === 0 ? [ofFile('pagamentos', 'O arquivo não tem pagamentos.')] : []),
    ...(LAYOUTS_PAGAMENTO.has(read.banco) ? checkPagamento(read) : []),
  ]
}
