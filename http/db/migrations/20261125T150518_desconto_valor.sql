ALTER TABLE "orcamento_mercadoria" ADD COLUMN "vDescValor" numeric(15, 2);
ALTER TABLE "orcamento_mercadoria" ADD COLUMN "vDescValor2" numeric(15, 2);
ALTER TABLE "orcamento_mercadoria" ADD COLUMN "vDescValor3" numeric(15, 2);
ALTER TABLE "orcamento_mercadoria" ADD COLUMN "vDescValor4" numeric(15, 2);
ALTER TABLE "venda_mercadoria" ADD COLUMN "vDescValor" numeric(15, 2);
ALTER TABLE "venda_mercadoria" ADD COLUMN "vDescValor2" numeric(15, 2);
ALTER TABLE "venda_mercadoria" ADD COLUMN "vDescValor3" numeric(15, 2);
ALTER TABLE "venda_mercadoria" ADD COLUMN "vDescValor4" numeric(15, 2);

-- Discounts in money are kept as their amounts: the second to the fourth as they came off, one after another, the first as what then lies between the goods
-- and what the line says of them. No line's figures change by it.
update orcamento_mercadoria i set "vDescValor2" = a.a2, "vDescValor3" = a.a3, "vDescValor4" = a.a4,
  "vDescValor" = case when i."vDesc" > 0 then greatest(0, a.rest - (i."vSubtotal" - i."vIPI")) else 0 end
from (
  select s3.*, round(p4 * "vDesc4", 2) as a4, p4 - round(p4 * "vDesc4", 2) as rest from (
    select s2.*, round(p3 * "vDesc3", 2) as a3, p3 - round(p3 * "vDesc3", 2) as p4 from (
      select s1.*, round(p2 * "vDesc2", 2) as a2, p2 - round(p2 * "vDesc2", 2) as p3 from (
        select id, "vDesc2", "vDesc3", "vDesc4", round(round("vUnTrib", decimal_preco) * "qTrib", 2) as p2
        from orcamento_mercadoria where tp_desconto = 1
      ) s1
    ) s2
  ) s3
) a where a.id = i.id;

-- Discounts in money are kept as their amounts: the second to the fourth as they came off, one after another, the first as what then lies between the goods
-- and what the line says of them. No line's figures change by it.
update venda_mercadoria i set "vDescValor2" = a.a2, "vDescValor3" = a.a3, "vDescValor4" = a.a4,
  "vDescValor" = case when i."vDesc" > 0 then greatest(0, a.rest - (i."vSubtotal" - i."vIPI")) else 0 end
from (
  select s3.*, round(p4 * "vDesc4", 2) as a4, p4 - round(p4 * "vDesc4", 2) as rest from (
    select s2.*, round(p3 * "vDesc3", 2) as a3, p3 - round(p3 * "vDesc3", 2) as p4 from (
      select s1.*, round(p2 * "vDesc2", 2) as a2, p2 - round(p2 * "vDesc2", 2) as p3 from (
        select id, "vDesc2", "vDesc3", "vDesc4", round(round("vUnTrib", decimal_preco) * "qTrib", 2) as p2
        from venda_mercadoria where tp_desconto = 1
      ) s1
    ) s2
  ) s3
) a where a.id = i.id;
