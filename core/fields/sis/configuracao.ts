import { f } from '../field'

export const configuracaoFields = {
  name: f.text('Nome', { format: 'ajuste', max: 80, normalize: itemName }).required(),
  type: f.choice('Tipo', { text: 'Texto', number: 'Número', boolean: 'Sim ou não' }).default('text'),
  value: f.text('Valor', { max: 2000, doc: 'Como texto; boolean é true ou false' }),
  descricao: f.text('Para que serve', { max: 200 }),
}

function itemName(text: string) {
  return /^[a-z][a-z\d_.]*$/i.test(text) ? { ok: text } : { error: 'Use letras sem acento, algarismos, _ e ponto.' }
}
