from whistlestop.review.advice import Hint as Hint
from whistlestop.review.advice import advise as advise
from whistlestop.review.report import Report as Report
from whistlestop.review.report import final_report as final_report
from whistlestop.review.report import review as review
