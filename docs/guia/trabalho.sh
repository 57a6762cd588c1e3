#!/bin/sh
# O trabalho principal pelo terminal: da nota do fornecedor à venda faturada.
# Uso: PRUMO="npm run -s prumo --" sh docs/guia/trabalho.sh NOTA.xml
set -eu
prumo() { ${PRUMO:-npm run -s prumo --} "$@"; }
campo() { nome=$1; shift; prumo call "$@" --field "$nome"; }

# 1. A nota vira entrada; a entrada finalizada soma o estoque e gera as contas a pagar.
prumo import nfe "$1"
entrada=$(campo data.0.id GET entrada --per-page 1)
prumo call POST "entrada/$entrada/finaliza" --field status >/dev/null
mercadoria=$(campo entrada_mercadorias.0.mercadoria_id GET "entrada/$entrada")

# 2. O preço: 40 % de margem sobre o custo, na tabela.
tabela=$(campo data.0.id GET comercial/tabela_preco --per-page 1 --order-by id)
prumo call POST "comercial/tabela_preco/$tabela/precifica" --data "{\"pMargem\":\"40\",\"id_list\":[$mercadoria]}" --field quantidade >/dev/null
preco=$(campo data.0.vUnTrib GET mercadoria_preco --where "{\"mercadoria_id\":$mercadoria,\"tabela_preco_id\":$tabela}")

# 3. O orçamento, com parcelas em 30/60/90.
cliente=$(campo data.0.id GET cliente --per-page 1)
operacao=$(campo data.0.id GET tipo_entrada_saida --where '{"tipo":1,"padrao":1}' --per-page 1)
boleto=$(campo data.0.id GET financeiro/pagamentos --where '{"tPag":"15"}' --per-page 1)
orcamento=$(campo id POST orcamento --data "{\"cliente_id\":$cliente,\"tipo_entrada_saida_id\":$operacao,\"orcamento_mercadorias\":[{\"mercadoria_id\":$mercadoria,\"qTrib\":3,\"vUnTrib\":$preco,\"vDesc\":0.05,\"tabela_preco_id\":$tabela}]}")
prumo call POST orcamento_duplicata/addString --data "{\"orcamento_id\":$orcamento,\"string\":\"30/60/90\",\"pagamento_id\":$boleto}" --field data.2.vDup >/dev/null

# 4. Fecha em venda, expede, fatura.
venda=$(campo venda_id POST "orcamento/$orcamento/fecha")
prumo call POST "venda/$venda/fecha" --field dhFechamento >/dev/null
prumo call POST "venda/$venda/fatura" --field dhFaturamento >/dev/null

# 5. O resultado.
echo "entrada $entrada, orçamento $orcamento, venda $venda: $(campo vTotal GET "venda/$venda")"
prumo call GET financeiro/contas_receber --where "{\"documento\":\"venda\",\"documento_id\":$venda}" --columns numero,dVencimento,vDup,vSaldo
