"""Test figures of others on OHSUMED, LETOR 3.0, the mean of five folds: NDCG@1 to @5 and MAP."""

# Of the papers and of LETOR's own page.
PUBLISHED = {
    "RankBoost": [.4632, .4504, .4555, .4543, .4494, .4411],
    "RankSVM": [.4958, .4331, .4207, .4240, .4164, .4334],
    "FRank": [.5300, .5008, .4812, .4694, .4588, .4439],
    "ListNet": [.5326, .4810, .4732, .4561, .4432, .4457],
    "AdaRank.MAP": [.5388, .4789, .4682, .4721, .4613, .4487],
    "AdaRank.NDCG": [.5330, .4922, .4790, .4688, .4673, .4498],
    "SDCG": [.5012, .4750, .4714, .4533, .4420, .4501],
    "SHF-SDCG": [.5409, .5022, .4743, .4701, .4598, .4503],
    "REG-SHF-SDCG": [.5517, .5110, .4802, .4716, .4634, .4506],
    "BoltzRank1": [.5543, .5303, .5177, .5026, .4876, .4522],
    "BoltzRank2": [.5681, .5408, .5183, .5023, .4910, .4604],
}

# Measured beside this project: LightGBM 4, lambdarank, the best of 40 random settings by the mean
# validation NDCG@1 to @5 over the folds.
MEASURED = {"LightGBM, tuned": [.5394, .4999, .4934, .4840, .4725, .4435]}
