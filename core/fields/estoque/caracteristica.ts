import { f } from '../field'

/** A group that characteristics are chosen in: `Cor`, `Tampo` (N2-059). */
export const mercadoriaCaracteristicaGrupoFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  obrigatorio: f.boolean('Obrigatório', { doc: 'Sem uma escolha a venda não segue' }).default(false),
  multiplo: f.boolean('Várias opções', { doc: 'Mais de uma escolha no mesmo item' }).default(false),
}

/** What a product can be made with (N2-046). */
export const mercadoriaCaracteristicaFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  caracteristica_grupo_id: f.ref('Grupo', 'mercadoria_caracteristica_grupo').required(),
  descricao: f.text('Descrição', { max: 80 }).required(),
  custo_un: f
    .money('Custo', { decimals: 4, min: 0, doc: 'De uma unidade, além dos insumos' })
    .default(0)
    .guarded('custo'),
  vAcrescimoFixo: f.money('Acréscimo no preço', { decimals: 4, doc: 'De uma unidade; vazio, acresce o que custa' }),
  ativo: f.boolean('Ativa').default(true),
}

/** What it adds to the price of a unit, told to those who may not know what it costs. */
export const mercadoriaCaracteristicaComputed = {
  vAcrescimo: f.money('Acréscimo', { decimals: 4, doc: 'O fixo, senão o que custa na empresa escolhida' }).computed(),
}

/** What a characteristic draws (N2-047). */
export const mercadoriaCaracteristicaInsumoFields = {
  mercadoria_caracteristica_id: f.ref('Característica', 'mercadoria_caracteristica').required(),
  mercadoria_id: f.ref('Insumo', 'mercadoria').required(),
  quantidade: f.decimal('Quantidade', 6, { min: 0.000001, doc: 'Para uma unidade do produto' }).required(),
  no_lugar_de_id: f.ref('No lugar de', 'mercadoria', { doc: 'Insumo da composição que este substitui' }),
}
