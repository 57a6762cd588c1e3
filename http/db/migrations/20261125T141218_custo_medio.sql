ALTER TABLE "mercadoria_saldo" ALTER COLUMN "vCustoMedio" SET DATA TYPE numeric(21, 10);
ALTER TABLE "mercadoria_saldo" ALTER COLUMN "vCustoMedio" SET DEFAULT 0;
ALTER TABLE "orcamento_mercadoria" ALTER COLUMN "vCustoUn" SET DATA TYPE numeric(21, 10);
ALTER TABLE "orcamento_mercadoria" ALTER COLUMN "vCustoUn" SET DEFAULT 0;
ALTER TABLE "venda_mercadoria" ALTER COLUMN "vCustoUn" SET DATA TYPE numeric(21, 10);
ALTER TABLE "venda_mercadoria" ALTER COLUMN "vCustoUn" SET DEFAULT 0;
ALTER TABLE "movimento_estoque" ADD COLUMN "tipo" integer DEFAULT 0 NOT NULL;

-- The average keeps the places that the 4 of before cut off.
update mercadoria_saldo set "vCustoMedio" = round("vTotal" / q_total, 10) where q_total > 0 and "vTotal" >= 0;

-- Balances that make no sense (value without goods, or of the other sign: goods that came in after they had left) are brought to what they are worth
-- at the last average, by a row of the ledger that says so; what was posted stays as it is.
insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh)
select empresa_id, 'mercadoria_saldo', id, 'acerta', '{}', now() from mercadoria_saldo
where case sign(q_total) when 0 then "vTotal" <> 0 when 1 then "vTotal" < 0 else "vTotal" > 0 end order by id;
insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, tipo, "qTrib", "vCusto", lancamento_id, documento, documento_id, estorno)
select s.empresa_id, s.mercadoria_id, m.armazenamento_id, 2, 0, round(s.q_total * s."vCustoMedio", 2) - s."vTotal", n.id, n.documento, n.documento_id, false
from lancamento n join mercadoria_saldo s on s.id = n.documento_id
cross join lateral (select armazenamento_id from movimento_estoque where empresa_id = s.empresa_id and mercadoria_id = s.mercadoria_id order by id desc limit 1) m
where n.documento = 'mercadoria_saldo' and n.passo = 'acerta' order by n.id;
update mercadoria_saldo s set "vTotal" = round(s.q_total * s."vCustoMedio", 2) from lancamento n
where n.documento = 'mercadoria_saldo' and n.passo = 'acerta' and n.documento_id = s.id;
