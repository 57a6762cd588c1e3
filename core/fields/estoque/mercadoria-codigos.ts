import { isGtin, readGtin } from '../../br/gtin'
import { f } from '../field'

/** A bar code as somebody prints it: digits of a GTIN's length are one, with a right check digit; anything else stays as it is. */
function readBarcode(text: string): { readonly ok: string } | { readonly error: string } {
  const code = text.trim()
  if (!/^[\x21-\x7e]+$/.test(code)) return { error: 'Código de barras inválido.' }
  if (!/^(?:\d{8}|\d{12,14})$/.test(code) || isGtin(code)) return { ok: code }
  const gtin = readGtin(code)
  return gtin === null ? { error: 'Código de barras inválido.' } : { ok: gtin }
}

/** A supplier's bar code on goods or on a box of them (N2-048), and how many of our units it stands for. */
export const mercadoriaCodigoFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor', { doc: 'Vazio: vale venha de quem vier' }),
  codigo: f.text('Código de barras', { max: 48, format: 'code', normalize: readBarcode }).required(),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001, doc: 'Nossas unidades em uma leitura' }).default(1),
  qtdVariavel: f.boolean('Pede a quantidade', { doc: 'A leitura pergunta quantas são' }).default(false),
}

/** A further name that goods are asked for by (N2-051): the maker's, that of the original part, of what they replace. */
export const mercadoriaReferenciaFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  referencia: f.text('Referência', { max: 60, format: 'code' }).required(),
  tipo: f.option('Tipo', { 0: 'Do fabricante', 1: 'Original', 2: 'Equivalente', 3: 'Código anterior' }).default(0),
  fabricante_id: f.ref('Fabricante', 'fabricante'),
  obs: f.text('Observação', { max: 200 }),
}

/** Another unit that goods are counted in (N2-042): a box of 12. */
export const unidadeAuxiliarFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  unidade_id: f.ref('Unidade', 'unidade').required(),
  fator_conversao: f
    .decimal('Fator de conversão', 10, {
      format: 'factor',
      min: 0.0000000001,
      digits: 20,
      doc: 'Nossas unidades em uma destas: caixa de 12, 12',
    })
    .required(),
}

export const unidadeAuxiliarComputed = {
  un: f.text('Sigla').computed(),
  estoque: f.decimal('Estoque', 4, { doc: 'Da empresa escolhida, nesta unidade' }).computed(),
}
