import { isEmail } from '../../br/fields'
import { WEEK } from '../../week/week'
import { f } from '../field'
import { empresaId } from '../kit'
import { DAYS, hour } from '../sis/janela-horario'

/** Addresses that one report goes to. */
const MOST_ADDRESSES = 10

/** Addresses as they are typed, parted by commas, semicolons or lines; each once. */
export function readAddresses(text: string): { readonly ok: string } | { readonly error: string } {
  const list = [...new Set(text.split(/[,;\s]+/).filter((one) => one !== ''))]
  if (list.length === 0 || list.some((one) => !isEmail(one)))
    return { error: 'Por favor, preencha os emails corretamente.' }
  if (list.length > MOST_ADDRESSES) return { error: `Informe no máximo ${MOST_ADDRESSES} e-mails.` }
  return { ok: list.join(', ') }
}

/** A report that is sent by mail again and again. */
export const relatorioAgendaFields = {
  empresa_id: empresaId(),
  rel_name: f.text('Relatório', { max: 60, format: 'code', doc: 'O rel_name de um relatório' }).required(),
  filtros: f.json('Filtros', {
    doc: 'Pelos nomes do formulário; um período é mes_corrente, mes_anterior, hoje ou proximos_30, e uma data é hoje',
  }),
  formato: f.choice('Formato', { pdf: 'PDF', xlsx: 'XLSX', csv: 'CSV' }).default('pdf'),
  para: f
    .text('Para', { max: 2000, normalize: readAddresses, doc: 'Até dez e-mails, separados por vírgula' })
    .required(),
  dia_semana: f.option('Dia da semana', DAYS, { options: WEEK.map(({ day }) => day) }),
  dia_mes: f.integer('Dia do mês', {
    min: 1,
    max: 31,
    doc: 'Em meses mais curtos, o último dia; sem dia algum, todo dia',
  }),
  hora: hour('Hora'),
  ativo: f.boolean('Ativo').default(true),
  titulo: f.text('Título', { max: 120 }).computed(),
  usuario_id: f.author('Dono'),
  dhProximo: f.datetime('Próximo envio').computed(),
  dhUltimo: f.datetime('Último envio').computed(),
  xErro: f.text('Por que não foi enviado', { max: 300 }).computed(),
}
