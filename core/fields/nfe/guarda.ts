import { f } from '../field'
import { empresaId } from '../kit'
import { MODELS } from './nfe'

const count = (label: string) => f.integer(label, { min: 0 }).default(0).computed()

/** The file of a company's documents of a model and a month, as it was made for the accountant. */
export const guardaFiscalFields = {
  empresa_id: empresaId(),
  mod: f.option('Modelo', MODELS).default(55),
  mes: f.date('Mês', { doc: 'O primeiro dia' }).required(),
  situacao: f
    .choice('Situação', { gerando: 'Gerando', gerada: 'Gerada', enviada: 'Enviada', erro: 'Erro' })
    .default('gerando')
    .computed(),
  qAutorizadas: count('Autorizadas'),
  qCanceladas: count('Canceladas'),
  qEventos: count('Eventos'),
  qInutilizadas: count('Inutilizadas'),
  qRecebidas: count('Recebidas'),
  qMdfe: count('MDF-e'),
  qNfse: count('NFS-e'),
  qGnre: count('Guias GNRE'),
  qNumeros: count('Números'),
  qFaltas: count('Faltas'),
  vNF: f.money('Total das autorizadas').default(0).computed(),
  tamanho: f.text('Tamanho', { max: 20, doc: 'Do arquivo, em bytes' }).computed(),
  sha256: f.text('SHA-256', { max: 64, doc: 'Do arquivo como foi gerado' }).computed(),
  dhGeracao: f.datetime('Gerada em').computed(),
  dhEnvio: f.datetime('Enviada em').computed(),
  para: f.text('Enviada para', { max: 200 }).computed(),
  erro: f.text('Erro', { max: 500 }).computed(),
  user_id: f.ref('Pedida por', 'user').computed(),
  nLink: f.integer('Link nº', { doc: 'Os anteriores não valem mais' }).default(0).computed(),
  dhLink: f.datetime('Link de').computed(),
}

/** A check of what is kept against its digests. */
export const guardaConferenciaFields = {
  empresa_id: empresaId(),
  dhInicio: f.datetime('Começou em').required(),
  dhFim: f.datetime('Terminou em'),
  qDocumentos: count('Documentos conferidos'),
  qFaltas: count('Com falha'),
}

/** What is asked where a period is looked at. */
export const guardaPeriodoFields = {
  mod: f.option('Modelo', MODELS).default(55),
  de: f.date('De').required(),
  ate: f.date('Até', { doc: 'Até 12 meses' }).required(),
}
